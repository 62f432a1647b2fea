import { stackTraceIn } from './stackTraces';

function shown(text: string): string | undefined {
  return stackTraceIn({
    httpVersion: '1.1',
    status: 500,
    statusText: '',
    headers: [],
    interim: [],
    body: Buffer.from(text),
    afterHead: Buffer.alloc(0),
  });
}

const JAVA =
  'java.lang.NullPointerException: x\n\tat com.shop.Orders.find(Orders.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\n';
const PYTHON =
  'Traceback (most recent call last):\n  File "/app/main.py", line 7, in read\n    return 1 / 0\nZeroDivisionError';
const NODE =
  'TypeError: x of undefined\n    at read (/app/src/orders.js:7:11)\n    at process.processTicks (node:internal/process/task_queues:95:5)\n';
const DOTNET =
  'System.NullReferenceException: x\n   at Shop.Orders.Find(Int32 id) in /src/Orders.cs:line 12\n   at Shop.Program.Main()';
const GO =
  'runtime error\n\ngoroutine 21 [running]:\nmain.find(0x1)\n\t/src/orders.go:12 +0x1d\nnet/http.serve()\n\t/go/server.go:1';
const PHP =
  'Fatal error: x in /app/index.php:7\nStack trace:\n#0 /app/index.php(12): find(7)\n#1 /app/lib.php(3): run()\n#2 {main}';
const RUBY =
  "orders.rb:7:in `find': x (NoMethodError)\n\tfrom /app/orders.rb:12:in `block in call'\n\tfrom /app/config.rb:1:in `run'";

const TRACES: Readonly<Record<string, string>> = {
  Java: JAVA,
  Python: PYTHON,
  'Node.js': NODE,
  '.NET': DOTNET,
  Go: GO,
  PHP,
  Ruby: RUBY,
};

test.each(Object.entries(TRACES))('a trace of %s is recognised as text, in JSON and in HTML', (name, trace) => {
  const inHtml = trace.replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('\n', '<br>');
  const texts = [
    trace,
    JSON.stringify({ status: 500, trace }),
    JSON.stringify({ stack: trace.split('\n') }),
    `<pre>${inHtml}</pre>`,
  ];
  expect(texts.map(shown)).toEqual([name, name, name, name]);
});

test.each([
  ['a sentence with a file and a line', 'We met at Orders.java:12 and looked at line 7 of main.py.'],
  ['one frame alone, in a sentence', 'The exception came at com.shop.Orders.find(Orders.java:12) last night.'],
  ['a time and a place', '{"when":"at 12:30:05","where":"at /home/12:30:05"}'],
  ['a list of places', '["at home","at work (8:30:00)","at sea"]'],
  ['a heading of Python without a frame', 'Traceback (most recent call last) is what Python prints first.'],
  ['numbered lines', '#0 first\n#1 second.php\n#2 third'],
  ['a file of Ruby', 'See app/orders.rb:12 for the rule, and app/lines.rb:7.'],
  ['a text about goroutines', 'goroutine 21 [running]: what does that mean?'],
  ['nothing', ''],
])('%s is no trace', (_, text) => {
  expect([shown(text), shown(JSON.stringify({ message: text }))]).toEqual([undefined, undefined]);
});
