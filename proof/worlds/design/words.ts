/** The words of the worlds: kinds of things and their members, in several languages. */

interface Words {
  /** Singular and plural. */
  readonly kinds: readonly (readonly [string, string])[];
  readonly members: readonly string[];
}

export const languages = {
  english: {
    kinds: [
      ['order', 'orders'],
      ['room', 'rooms'],
      ['tag', 'tags'],
      ['invoice', 'invoices'],
      ['ship', 'ships'],
      ['category', 'categories'],
    ],
    members: ['name', 'title', 'note', 'size', 'colour', 'amount', 'address', 'status'],
  },
  german: {
    kinds: [
      ['kunde', 'kunden'],
      ['rechnung', 'rechnungen'],
      ['buch', 'buecher'],
      ['raum', 'raeume'],
    ],
    members: ['name', 'titel', 'bemerkung', 'groesse', 'farbe', 'menge', 'anschrift', 'zustand'],
  },
  spanish: {
    kinds: [
      ['pedido', 'pedidos'],
      ['cliente', 'clientes'],
      ['libro', 'libros'],
      ['casa', 'casas'],
    ],
    members: ['nombre', 'titulo', 'nota', 'talla', 'color', 'cantidad', 'direccion', 'estado'],
  },
} satisfies Record<string, Words>;

export type Language = keyof typeof languages;
