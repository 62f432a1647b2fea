// The fastest proxy that node:http allows. It passes everything on without looking at it.
const { Agent, createServer, request } = require('node:http');
const agent = new Agent({ keepAlive: true });
const [, , port, target] = process.argv;
createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const asked = request({ host: '127.0.0.1', port: target, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.destroy());
  incoming.pipe(asked);
}).listen(Number(port), '127.0.0.1');
