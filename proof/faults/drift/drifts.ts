/**
 * Contracts that have drifted from their services, as contracts do: nobody wrote down what has changed. Beside each place stands what a careful
 * person writes there who sees what the service answers.
 */

interface Drift {
  /** The name of the service in the catalogue. */
  readonly service: string;
  /** Its fault or variant that answers. A fault is a defect of the service, which no contract should come to allow. */
  readonly entry: string;
  /** The rules that still fail or warn when the contract is true again. */
  readonly left: readonly string[];
  readonly places: readonly Place[];
}

/** A place of the contract: as it is true, as it has drifted, and as a careful person mends it; that is as it was where nothing else is said. */
type Place = readonly [was: string, drifted: string, mended?: string];

const OF_ANOTHER_TYPE = `        '415':
          description: Unsupported Media Type
          content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } }
`;

/** @param more what the service answers, and its contract never said. */
const unsaid = (there: string, more: string): Place => [there, there, there + more];

export const DRIFTS: readonly Drift[] = [
  {
    service: 'rota',
    entry: 'rota-good',
    left: ['body-schema'],
    places: [
      [
        "        '201':\n          description: Added\n",
        "        '200':\n          description: Added\n",
        // What never came may come all the same.
        `        '200':
          description: Added
          content: { application/json: { schema: { $ref: '#/components/schemas/Shift' } } }
        '201':
          description: Created
`,
      ],
      [
        "        '404': { description: None }\n    put:",
        '    put:',
        "        '404': { description: Not Found }\n    put:",
      ],
      ['required: [items, total]', 'required: [items, total, next]'],
      ['required: [shiftId, title, crew, hours]', 'required: [shiftId, title, crew, hours, remark]'],
      ['shiftId: { type: integer, format: int64 }', 'shiftId: { type: integer, format: int64, maximum: 5 }'],
      [
        '        title: { type: string }',
        '        title: { type: string, maxLength: 10 }',
        '        title: { type: string, maxLength: 80 }',
      ],
      [
        'cause: { type: string, enum: [rest, illness, course] }\n        days: { type: integer }',
        'cause: { type: string, enum: [illness, course] }\n        days: { type: string }',
        // Another type is for a person to decide on.
        'cause: { type: string, enum: [illness, course, rest] }\n        days: { type: string }',
      ],
    ],
  },
  {
    service: 'archive',
    entry: 'archive-good',
    left: [],
    places: [
      [
        "        '204': { description: Gone }\n        '404': { description: None }\n        '412'",
        "        '200': { description: Gone }\n        '404': { description: None }\n        '412'",
        "        '200': { description: Gone }\n        '204': { description: No Content }\n        '404': { description: None }\n        '412'",
      ],
      [
        "        '415': { description: Refused }\n    delete:",
        "        '415': { description: Refused }\n    delete:",
        // It never said so.
        "        '412': { description: Precondition Failed }\n        '415': { description: Refused }\n    delete:",
      ],
      ["        '304': { description: Not modified }\n", '', "        '304': { description: Not Modified }\n"],
      [
        'pages: { type: integer }\n        labels: { type: object, additionalProperties: { type: string } }',
        'pages: { type: integer, maximum: 10 }\n        labels: { type: object, additionalProperties: { type: string } }',
        'pages: { type: integer, maximum: 900 }\n        labels: { type: object, additionalProperties: { type: string } }',
      ],
      [
        'required: [mark, text]\n      properties:\n        mark: { type: string }\n        text: { type: string }',
        'required: [mark, text, author]\n      additionalProperties: false\n      properties:\n        text: { type: string }',
        'required: [mark, text]\n      additionalProperties: false\n      properties:\n        text: { type: string }\n        mark: { type: string }',
      ],
      [
        "application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Mark' } } }",
        "application/vnd.marks+json: { schema: { type: array, items: { $ref: '#/components/schemas/Mark' } } }",
        "application/vnd.marks+json: { schema: { type: array, items: { $ref: '#/components/schemas/Mark' } } }, application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Mark' } } }",
      ],
    ],
  },
  {
    service: 'cabinet',
    entry: 'cabinet-answer-lies',
    left: ['sent-shown'],
    places: [
      [
        `      required: [drawerId, title, colour, depth]
      properties:
        drawerId: { type: string, readOnly: true }
        title: { type: string }
        colour: { $ref: '#/components/schemas/Colour' }
        depth: { type: integer }
`,
        `      required: [drawerId, title, colour, depth, folders]
      additionalProperties: false
      properties:
        drawerId: { type: string, readOnly: true }
        colour: { type: string, enum: [grey] }
        depth: { type: integer, maximum: 20 }
`,
        `      required: [drawerId, title, colour, depth]
      additionalProperties: false
      properties:
        title: { type: string }
        drawerId: { type: string, readOnly: true }
        colour: { type: string, enum: [grey, green, red, blue] }
        depth: { type: integer, maximum: 900 }
`,
      ],
      [
        `        code: { type: integer }
        message: { type: string }
        details: { type: array, items: { type: string } }
`,
        `        code: { type: integer, maximum: 0 }
        message: { type: string }
        details: { type: array, items: { type: string } }
`,
        `        code: { type: integer, maximum: 1 }
        message: { type: string }
        details: { type: array, items: { type: string } }
`,
      ],
      // It never said so of names that its pattern does not match.
      unsaid(
        `          description: A note
          content: { text/plain: { schema: { type: string } } }
`,
        "        '400': { description: Bad Request }\n",
      ),
      unsaid(
        `      operationId: removeNote
      responses:
`,
        "        '400': { description: Bad Request }\n",
      ),
    ],
  },
  {
    service: 'nursery',
    entry: 'nursery-put-ignored',
    left: ['put-replaces', 'sent-shown'],
    places: [
      [
        `        '401': { $ref: '#/components/responses/Refused' }
    post:
      operationId: createBed
`,
        `    post:
      operationId: createBed
`,
      ],
      ['required: [message], properties', 'required: [message, code], properties', 'required: [message], properties'],
      [
        'bedId: { type: integer, format: int64, readOnly: true }',
        'bedId: { type: integer, format: int32, maximum: 1, readOnly: true }',
        'bedId: { type: integer, format: int32, readOnly: true }',
      ],
    ],
  },
  {
    service: 'guest book',
    entry: 'guests-shows-json-as-text',
    left: ['body-schema'],
    places: [
      [
        "        '204': { description: Replaced }",
        "        '200': { description: Replaced }",
        "        '200': { description: Replaced }\n        '204': { description: No Content }",
      ],
    ],
  },
  {
    service: 'order desk',
    entry: 'desk-placed-on-a-day',
    left: ['body-schema'],
    places: [
      ['required: [code, message]', 'required: [code, message, fields]'],
      ['next: { type: string, nullable: true }', 'next: { type: string }'],
      // What follows, it never said.
      unsaid("        '204': { description: Cancelled }\n", "        '412': { description: Precondition Failed }\n"),
      unsaid(
        `          description: Changed
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
`,
        `        '400': { $ref: '#/components/responses/Invalid' }
        '412': { description: Precondition Failed }
${OF_ANOTHER_TYPE}`,
      ),
      unsaid(
        `          description: Replaced
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
`,
        `        '412': { description: Precondition Failed }
${OF_ANOTHER_TYPE}`,
      ),
      unsaid(
        `                  order: { type: integer }
                  cents: { type: integer, minimum: 1 }
`,
        OF_ANOTHER_TYPE,
      ),
    ],
  },
];
