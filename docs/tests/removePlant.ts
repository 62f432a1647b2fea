// What the examples test: a client of the Plant Store.

/** @returns what is shown to a person. */
export async function removePlant(url: string, id: number): Promise<string> {
  const ask = () => fetch(`${url}/plants/${id}`, { method: 'DELETE', headers: { Authorization: 'Bearer t' } });
  const response = await ask().catch(ask);
  return response.ok ? 'Removed.' : ((await response.json()) as { message: string }).message;
}
