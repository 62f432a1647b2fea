// The fastest server that node:http allows, as bareServer.js. It also tells how many requests it got.
let count = 0;
const server = require('node:http')
  .createServer((request, response) => {
    count++;
    request.resume();
    response.writeHead(204).end();
  })
  .listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => process.send(count));
