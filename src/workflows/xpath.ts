/** Conditions on XML: XPath 3.1, of which XPath 1.0 and 2.0 are a part for what conditions ask (Arazzo 1.0 §4.6.12). */

import { isPlainXml } from '../serialization/xml';

/** What is used of fontoxpath. Its own types bring those of a browser into every file. */
interface Engine {
  /** @throws if the text is no XPath. */
  parseScript(text: string, options: object, document: object): unknown;
  evaluateXPathToBoolean(text: string, node: object): boolean;
}

/** They are loaded only where a workflow has such a condition. */
const engine = () => require('fontoxpath') as Engine;
const documents = () => require('slimdom') as typeof import('slimdom');

/**
 * Reads a condition: `/pets/pet[@id = 7]` is met where such an element is there, `count(//pet) > 1` where it is true. A name without a prefix is
 * looked for in the default namespace of the document, and a prefix is that of its root.
 * @returns what is met by a text, or a sentence where it is no XPath.
 */
export function readXPath(condition: string): ((xml: string) => boolean) | string {
  try {
    engine().parseScript(condition, {}, new (documents().Document)());
  } catch {
    return 'the condition is no XPath.';
  }
  return (xml) => {
    if (!isPlainXml(xml)) return false;
    try {
      return engine().evaluateXPathToBoolean(condition, documents().parseXmlDocument(xml.trim()));
    } catch {
      // The text is no XML, or has no such prefix.
      return false;
    }
  };
}
