// What node:http can do at most, as bareServer.js; it tells how often it was asked.
let count = 0;
const server = require('node:http')
  .createServer((request, response) => {
    count++;
    request.resume();
    response.writeHead(204).end();
  })
  .listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => process.send(count));
