// The fastest server that node:http allows. It does not look at requests.
require('node:http')
  .createServer((_request, response) => response.writeHead(204).end())
  .listen(Number(process.argv[2]), '127.0.0.1');
