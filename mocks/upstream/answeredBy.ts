/** The name of the field that says who has answered, if there is a service behind the mock: `service` or `mock`. */
export const ANSWERED_BY = 'Espalier-Answered-By';
