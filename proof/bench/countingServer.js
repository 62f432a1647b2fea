// The fastest server that node:http allows, as bareServer.js. It answers the status that it is started with, a 200 with an empty object, and
// tells how many requests it got.
const status = Number(process.argv[2]);
let count = 0;
const server = require('node:http')
  .createServer((request, response) => {
    count++;
    request.resume();
    if (status === 200) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    else response.writeHead(status).end();
  })
  .listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => process.send(count));
