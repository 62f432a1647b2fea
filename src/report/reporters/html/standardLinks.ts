/** Links the sections that a rule refers to: "RFC 9110 §15.3.5, §8.6" gets a link for each section. */

import { type Markup, markup } from './markup';

export function linked(reference: string): Markup {
  let document: Document | undefined;
  const parts = reference.split(/(?<=, )|(?=, )/).map((part) => {
    const [, name, number = ''] = /^(RFC|OpenAPI) ([\d.]+)/.exec(part) ?? [];
    if (name !== undefined) document = name === 'RFC' ? rfc(number) : openApi(number);
    const [, section] = /§([\d.]+)/.exec(part) ?? [];
    return document && section !== undefined ? markup`<a href="${document(section)}">${part}</a>` : part;
  });
  return markup`${parts}`;
}

/** The address of a section of a document. */
type Document = (section: string) => string;

function rfc(number: string): Document {
  return (section) => `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;
}

/** The anchors of sections. The specification has none by number. */
const OPENAPI_31: Readonly<Record<string, string>> = {
  '4.4': 'data-types',
  '4.8.10': 'operation-object',
  '4.8.12': 'parameter-object',
  '4.8.14': 'media-type-object',
  '4.8.16': 'responses-object',
  '4.8.17': 'response-object',
  '4.8.21': 'header-object',
  '4.8.24': 'schema-object',
  '4.8.30': 'security-requirement-object',
};

function openApi(version: string): Document {
  return (section) => {
    const anchor = version.startsWith('3.1.') ? OPENAPI_31[section] : undefined;
    return `https://spec.openapis.org/oas/v${version}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}
