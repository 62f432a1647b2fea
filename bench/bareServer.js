// What node:http can do at most: a server that looks at nothing.
require('node:http')
  .createServer((_request, response) => response.writeHead(204).end())
  .listen(Number(process.argv[2]), '127.0.0.1');
