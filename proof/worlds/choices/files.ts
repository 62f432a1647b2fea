import fc from 'fast-check';
import { BYTES_TYPE, type KindDesign, type WorldThing } from '../design/design';
import { emptyAnswer } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { partsOfForm } from '../service/partsOfForm';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

/** The content of each thing, and its media type. */
const contents = new WeakMap<WorldThing, Buffer>();

const BINARY = { type: 'string', format: 'binary' } as const;

export const files = kindChoice<'none' | 'as it is' | 'in a form'>({
  about: 'Whether each thing has a file, which is uploaded as it is or in a form, and downloaded.',
  plain: 'none',
  others: fc.constantFrom('as it is' as const, 'in a form' as const),
  apply(value, kind) {
    // OpenAPI 2.0 says files in another way.
    if (value === 'none' || kind.design.dialect === '2.0') return;
    const isForm = value === 'in a form';
    addOperation(kind, {
      role: 'act',
      verb: 'uploadFileOf',
      method: isForm ? 'POST' : 'PUT',
      isOnItem: true,
      suffix: '/file',
      body: isForm ? formBody(kind) : bytesBody(kind),
      answers: [emptyAnswer(204)],
      act(call) {
        const file = isForm ? partsOfForm(call.headers['content-type'] ?? '', call.body)?.get('file') : call.body;
        if (!file) return refuse(kind.design, kind.design.manners.invalid, 'The file is missing.');
        const thing = theThing(call);
        contents.set(thing, file);
        call.store.change(thing, thing.value);
        return { status: 204 };
      },
    });
    addOperation(kind, {
      role: 'act',
      verb: 'downloadFileOf',
      method: 'GET',
      isOnItem: true,
      suffix: '/file',
      answers: [{ ...emptyAnswer(200), mediaType: BYTES_TYPE, schema: () => BINARY }],
      act: (call) => ({ status: 200, bytes: contents.get(theThing(call)) ?? Buffer.alloc(0), mediaType: BYTES_TYPE }),
    });
  },
});

const bytesBody = (kind: KindDesign) => ({
  mediaType: BYTES_TYPE,
  members: [],
  closed: false,
  name: `${kind.singular}File`,
  whole: { schema: () => BINARY, valid: () => 'the content of a file', form: 'bytes' as const },
});

const formBody = (kind: KindDesign) => ({
  mediaType: 'multipart/form-data',
  members: [],
  closed: false,
  name: `${kind.singular}Upload`,
  whole: {
    schema: () => ({ type: 'object', properties: { file: BINARY, caption: { type: 'string' } }, required: ['file'] }),
    valid: () => 'the content of a file',
    form: 'multipart' as const,
  },
});
