/** Creates what writes XML. Its package is loaded only then, since most runs write none. */

import type XmlBuilder from 'fast-xml-builder';

/** @returns a builder for which members that begin with `@` are attributes. */
export function createXmlBuilder(
  options: ConstructorParameters<typeof XmlBuilder>[0],
): InstanceType<typeof XmlBuilder> {
  const { default: Builder } = require('fast-xml-builder') as { readonly default: typeof XmlBuilder };
  return new Builder({ attributeNamePrefix: '@', ignoreAttributes: false, ...options });
}
