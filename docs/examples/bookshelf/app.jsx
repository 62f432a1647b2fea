/**
 * The page of a reading circle: log in, list, search, filter, page, add, change, remove. It was written against the mock of `openapi.yaml`, before there
 * was a service, and knows nothing of a mock: `?api=` says where the service is.
 */

import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const API = new URLSearchParams(location.search).get('api') ?? 'http://127.0.0.1:4010';
const GENRES = ['novel', 'poetry', 'science', 'history', 'travel'];
const PAGE = 5;

/** Asks the service. @returns the content of the answer. @throws the problem that the service answers. */
async function ask(token, path, method = 'GET', body = undefined, type = 'application/json') {
  const headers = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'Content-Type': type } : {}),
  };
  const response = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
  const content = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined;
  if (!response.ok) throw { status: response.status, title: response.statusText, errors: [], ...content };
  return content;
}

function App() {
  const [token, setToken] = useState(sessionStorage.getItem('token') ?? '');
  const keep = (next) => {
    sessionStorage.setItem('token', next);
    setToken(next);
  };
  return token === '' ? <Login onToken={keep} /> : <Shelf token={token} onLeave={() => keep('')} />;
}

function Login({ onToken }) {
  const [problem, setProblem] = useState();
  const submit = async (event) => {
    event.preventDefault();
    try {
      onToken((await ask('', '/login', 'POST', Object.fromEntries(new FormData(event.target)))).access_token);
    } catch (refusal) {
      setProblem(refusal);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <h1>Bookshelf</h1>
      <Field name="email" label="E-mail" problem={problem} />
      <Field name="password" label="Password" type="password" problem={problem} />
      <button type="submit">Log in</button>
    </form>
  );
}

/** A field of a form, with what the service says of it. */
function Field({ name, label, problem, type = 'text' }) {
  const wrong = problem?.errors?.find(({ field }) => field === name);
  return (
    <label>
      {label} <input name={name} type={type} aria-invalid={wrong !== undefined} />
      {wrong && <em role="alert">{wrong.message}</em>}
    </label>
  );
}

const NOTHING = { items: [], total: 0 };

function Shelf({ token, onLeave }) {
  const [me, setMe] = useState();
  const [authors, setAuthors] = useState([]);
  const [asked, setAsked] = useState({ search: '', genre: '', sort: 'title', offset: 0 });
  const [page, setPage] = useState(NOTHING);
  const [chosen, setChosen] = useState();
  const [said, setSaid] = useState('');

  // A session that has ended leads back to the login; everything else is said.
  const failed = useCallback(
    ({ status, title, detail }) => (status === 401 ? onLeave() : setSaid(detail ?? title)),
    [onLeave],
  );
  const load = useCallback(async () => {
    const given = Object.entries({ ...asked, limit: PAGE }).filter(([, value]) => value !== '');
    setPage(await ask(token, `/books?${new URLSearchParams(given)}`));
  }, [token, asked]);
  useEffect(() => void load().catch(failed), [load, failed]);
  useEffect(() => {
    Promise.all([ask(token, '/me'), ask(token, '/authors')]).then(([reader, all]) => {
      setMe(reader);
      setAuthors(all);
    }, failed);
  }, [token, failed]);

  const change = ({ target }) => setAsked({ ...asked, offset: 0, [target.name]: target.value });
  const act = (path, method, body, type) =>
    ask(token, path, method, body, type)
      .then(load)
      .then(() => setChosen(undefined))
      .catch(failed);
  const authorOf = ({ author_id }) => authors.find(({ id }) => id === author_id)?.name ?? 'an unknown author';

  return (
    <main>
      <header>
        {me && <img src={me.avatar_url} alt="" width="32" />} <strong>{me?.name}</strong>{' '}
        <button type="button" onClick={onLeave}>
          Log out
        </button>
      </header>
      <p role="status">{said}</p>
      <search>
        <input name="search" aria-label="Search" value={asked.search} onChange={change} />
        <select name="genre" aria-label="Genre" value={asked.genre} onChange={change}>
          <option value="">all genres</option>
          {GENRES.map((genre) => (
            <option key={genre}>{genre}</option>
          ))}
        </select>
        <select name="sort" aria-label="Sort" value={asked.sort} onChange={change}>
          <option value="title">by title</option>
          <option value="-pages">longest first</option>
        </select>
      </search>
      <ol aria-label="Books">
        {page.items.map((book) => (
          <li key={book.id} data-genre={book.genre}>
            <button type="button" onClick={() => ask(token, `/books/${book.id}`).then(setChosen, failed)}>
              {book.title}
            </button>{' '}
            by <span className="author">{authorOf(book)}</span>
          </li>
        ))}
      </ol>
      <nav>
        <button
          type="button"
          disabled={asked.offset === 0}
          onClick={() => setAsked({ ...asked, offset: asked.offset - PAGE })}
        >
          Back
        </button>
        <output aria-label="Shown">
          {page.total === 0 ? 'nothing' : `${asked.offset + 1} to ${asked.offset + page.items.length} of ${page.total}`}
        </output>
        <button type="button" disabled={!page.next} onClick={() => setAsked({ ...asked, offset: asked.offset + PAGE })}>
          More
        </button>
      </nav>
      {chosen && <Book book={chosen} author={authorOf(chosen)} onAct={act} />}
      <NewBook token={token} authors={authors} onAdded={load} />
    </main>
  );
}

function Book({ book, author, onAct }) {
  const at = `/books/${book.id}`;
  return (
    <article aria-label="Book">
      <img src={book.cover_url} alt={`The cover of ${book.title}`} width="120" />
      <h2>{book.title}</h2>
      <p>
        {author}, {book.genre}, {book.pages} pages, added {new Date(book.added_at).toLocaleDateString('en-GB')}
      </p>
      <select
        aria-label="Change genre"
        value={book.genre}
        onChange={({ target }) => onAct(at, 'PATCH', { genre: target.value }, 'application/merge-patch+json')}
      >
        {GENRES.map((genre) => (
          <option key={genre}>{genre}</option>
        ))}
      </select>
      <button type="button" onClick={() => onAct(at, 'DELETE')}>
        Remove
      </button>
    </article>
  );
}

function NewBook({ token, authors, onAdded }) {
  const [problem, setProblem] = useState();
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { title, author, genre } = Object.fromEntries(new FormData(form));
    try {
      await ask(token, '/books', 'POST', { title, author_id: Number(author), genre });
      setProblem(undefined);
      form.reset();
      await onAdded();
    } catch (refusal) {
      setProblem(refusal);
    }
  };
  return (
    <form onSubmit={submit} noValidate aria-label="New book">
      <Field name="title" label="Title" problem={problem} />
      <select name="author" aria-label="Author">
        {authors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select name="genre" aria-label="Genre of the new book">
        {GENRES.map((genre) => (
          <option key={genre}>{genre}</option>
        ))}
      </select>
      <button type="submit">Add</button>
    </form>
  );
}

createRoot(document.getElementById('root')).render(<App />);
