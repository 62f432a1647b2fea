import { head, load } from '../../contract/contract.testing';
import { fitOfItem } from './foundValues';

test('what a parameter is called is likelier than the name of the thing', async () => {
  const parameters = [{ name: 'collection', in: 'path', required: true, schema: { type: 'string' } }];
  const get = { parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { '/fields/{collection}': { get } } });
  const [parameter] = operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('There is no parameter.');
  const fit = (own: string) => fitOfItem({ own, within: 'field' }, { item: '/fields/{}', parameter }) ?? 9;
  expect(fit('collection')).toBeLessThan(fit('field'));
});
