/**
 * Names of the members by which an error says what is wrong. `verify` reads errors that others wrote, with their names as they stand; the mock writes
 * some for its schemas, by the words of a name. What is read is wider: a name that only one framework has is no name that a contract declares.
 */

const NAMING =
  /^(field|fieldname|field_name|param|parameter|parametername|path|name|property|propertyname|propertypath|property_path|pointer|loc|location|instancepath|datapath|attribute|argument|key|target|source|member|missingproperty|additionalproperty)$/i;

/** Tells whether a member of an error holds the name of what is wrong: `{ "field": "email" }`. */
export function namesWrongPart(name: string): boolean {
  return NAMING.test(name);
}

/** Tells whether a member of an error says what is wrong, and is not called like a part of the request: `{ "message": "must not be blank" }`. */
export function saysWhatIsWrong(name: string): boolean {
  return /^(message|msg|reason|detail|details|type|code|keyword|defaultmessage|title|description|error|errors|errormessage|constraint|issue|rule)$/i.test(
    name,
  );
}

/** Tells whether the members of a member of an error are named as those of the request: `{ "errors": { "email": ["can't be blank"] } }`. */
export function holdsWrongParts(name: string): boolean {
  return /^(errors?|fielderrors|field_errors|fields|details?|invalid[-_]?params|violations|messages?|non_field_errors|validation(errors?)?|modelstate|params)$/i.test(
    name,
  );
}

/** What stands before a member in a path, and is the whole body: `body.email`. */
export function isWholeBody(name: string): boolean {
  return /^(body|request|payload|data|input|json|instance|root|\$)$/i.test(name);
}

/** Tells whether a member of a declared error is a list or a map that says what is wrong, each entry about one field. @param words of its name. */
export function listsBreaches(words: string): boolean {
  return /^(?:field |validation )?(?:errors?|violations?|issues?|details?|problems?|fields?|invalid params?|causes?|messages?|validations?|reasons?)$/.test(
    words,
  );
}

/** What a text or a number of a declared error is, by the words of its name. Of several, the first counts that the member can have. */
export const DECLARED_IN_ERRORS = {
  field:
    /^(?:field|property|param|parameter|path|name|pointer|key|member|loc|location|source|attribute|property path|field name|parameter name)$/,
  message: /^(?:.* )?(?:message|messages|msg|detail|description|reason|text|error description|issue)$/,
  title: /^(?:title|error|summary|status text|phrase|reason phrase)$/,
  code: /^(?:.* )?(?:code|type|kind|rule|keyword|error type)$/,
  status: /^(?:(?:http )?status(?: code)?|code|error code)$/,
} as const;
