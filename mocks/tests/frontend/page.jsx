/** The page of a workshop, as its frontend developer writes it against the mock. It knows the contract and nothing of a mock. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const API = new URLSearchParams(location.search).get('api');

/** @returns the JSON of an answer. @throws what the service says of a refusal. */
async function ask(path, options) {
  const response = await fetch(API + path, options);
  const content = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined;
  if (!response.ok) throw content ?? { message: `${response.status}`, errors: [] };
  return content;
}

const sendJson = (path, method, body) =>
  ask(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

function App() {
  const [state, setState] = useState('');
  const [page, setPage] = useState(1);
  const [list, setList] = useState({ items: [], page: 1, total: 0 });
  const [said, setSaid] = useState('');
  const [errors, setErrors] = useState([]);
  const [ready, setReady] = useState('');

  const asked = useRef('');
  const load = useCallback(async () => {
    const wanted = `/repairs?page=${page}${state === '' ? '' : `&state=${state}`}`;
    asked.current = wanted;
    const found = await ask(wanted);
    // What was asked for before may be answered later.
    if (asked.current === wanted) setList(found);
  }, [state, page]);
  useEffect(() => void load().catch(({ message }) => setSaid(message)), [load]);
  // What the service calls back comes to the page by its own server.
  useEffect(() => {
    const source = new EventSource('/told');
    source.onmessage = ({ data }) => setReady(JSON.parse(data).message);
    return () => source.close();
  }, []);

  const attempt = async (act) => {
    setErrors([]);
    setSaid('');
    try {
      setSaid(await act());
      await load();
    } catch (refusal) {
      setSaid(`refused: ${refusal.message}`);
      setErrors(refusal.errors ?? []);
    }
  };
  const filter = ({ target }) => {
    setState(target.value);
    setPage(1);
  };
  const create = (event) => {
    event.preventDefault();
    const wish = Object.fromEntries(new FormData(event.target));
    attempt(async () => {
      const { id, thing } = await sendJson('/repairs', 'POST', { ...wish, notify: `${location.origin}/hook` });
      return `created ${thing} as ${typeof id}`;
    });
  };
  const finish = ({ id }) =>
    attempt(async () => {
      const changed = await sendJson(`/repairs/${id}`, 'PATCH', { state: 'done' });
      return `edited ${changed.id === id}, now ${changed.state}`;
    });
  const upload = ({ id }, file) =>
    attempt(async () => {
      const body = new FormData();
      body.append('file', file);
      const kept = await ask(`/repairs/${id}/picture`, { method: 'POST', body });
      return `uploaded ${kept.size} bytes of ${kept.name}`;
    });

  return (
    <main>
      <form onSubmit={create} noValidate>
        <input name="thing" aria-label="Thing" />
        <input name="email" aria-label="Email" />
        <button type="submit">Create</button>
      </form>
      <p role="status">{said}</p>
      <ul aria-label="Errors">
        {errors.map(({ field, message }) => (
          <li key={field}>
            {field}: {message}
          </li>
        ))}
      </ul>
      <p data-testid="ready">{ready}</p>
      <select aria-label="State" value={state} onChange={filter}>
        <option value="">all</option>
        <option>open</option>
        <option>done</option>
      </select>
      <button type="button" onClick={() => setPage(page + 1)}>
        Next
      </button>
      <p data-testid="page">
        page {list.page}: {list.items.length}
      </p>
      <ol>
        {list.items.map((repair) => (
          <li key={repair.id} data-state={repair.state}>
            <span>{repair.thing}</span>
            <button type="button" onClick={() => finish(repair)}>
              Finish
            </button>
            <input type="file" aria-label="Picture" onChange={({ target }) => upload(repair, target.files[0])} />
          </li>
        ))}
      </ol>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<App />);
