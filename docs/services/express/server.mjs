/** A list of tasks behind a login, in Express. The guide for NestJS and Express verifies it. */

import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import express from 'express';

const tasks = new Map();
const tokens = new Set();
let last = 0;

const app = express();
app.use(express.json());
app.get('/openapi.yaml', (_, response) => response.sendFile(fileURLToPath(new URL('openapi.yaml', import.meta.url))));

app.post('/login', (request, response) => {
  const { name, password } = request.body ?? {};
  if (name !== 'ada' || password !== 'lovelace') return refuse(response, 400, 'The name or the password is wrong.');
  const token = randomUUID();
  tokens.add(token);
  response.json({ token });
});

app.use('/tasks', (request, response, next) => {
  const [scheme, token] = (request.get('Authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer' && tokens.has(token)) return next();
  refuse(response.set('WWW-Authenticate', 'Bearer'), 401, 'Sign in first.');
});

app.param('id', (request, response, next, id) => {
  request.task = tasks.get(Number(id));
  if (!/^\d+$/.test(id)) refuse(response, 400, 'The id of a task is a number.');
  else if (!request.task) refuse(response, 404, 'There is no such task.');
  else next();
});

app
  .route('/tasks')
  .get((_, response) => response.json([...tasks.values()]))
  .post(checked, (request, response) => response.status(201).json(keep(++last, request.body)));

app
  .route('/tasks/:id')
  .get((request, response) => response.json(request.task))
  .put(checked, (request, response) => response.json(keep(request.task.id, request.body)))
  .delete((request, response) => {
    tasks.delete(request.task.id);
    response.status(204).end();
  });

app.use((error, _request, response, _next) => refuse(response, error.status ?? 500, error.message));

function checked(request, response, next) {
  const { title, done } = request.body ?? {};
  if (typeof title === 'string' && title !== '' && [...title].length <= 80 && typeof done === 'boolean') next();
  else refuse(response, 400, 'A task has a title of 1 to 80 characters, and is done or not.');
}

function keep(id, { title, done }) {
  const task = { id, title, done };
  tasks.set(id, task);
  return task;
}

function refuse(response, status, message) {
  response.status(status).json({ message });
}

app.listen(process.env.PORT ?? 3000);
