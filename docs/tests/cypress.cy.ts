// Cypress: a test runs in the browser, and tells the mock by HTTP; cypress.ts starts it.
const own = (path: string) => `${Cypress.env('MOCK_URL')}/_espalier${path}`;
const operation = 'DELETE /plants/{id}';

describe('a plant', () => {
  beforeEach(() => {
    cy.request('DELETE', own('/answers'));
    cy.request('DELETE', own('/requests'));
  });

  it('that is in use stays', () => {
    cy.request('POST', own('/answers'), { operation, status: 400, example: 'inUse', times: 1 });
    cy.visit('/plants/7');
    cy.contains('button', 'Remove').click();
    cy.contains('[role=alert]', 'open order');
    cy.request('GET', own(`/requests?operation=${encodeURIComponent(operation)}`))
      .its('body')
      .should('have.length', 1);
  });
});
