/**
 * The texts that names of members suggest, as data. The first row counts whose names the words of a member end with. In a text, %d stands for a
 * digit, %x for a hexadecimal digit, %A for a capital letter, and %c for the check digit of the digits before it (GS1 General Specifications §7.9).
 */

import { between, type NextRandom } from './subject';
import { jwt, USUAL_LIFETIME } from './tokens';

const COUNTRIES = ['FR', 'PT', 'GB', 'DE', 'NO', 'IT', 'US', 'JP', 'ES', 'CA', 'SE', 'BR'];
const HEX = (digits: number) => '%x'.repeat(digits);

const ROWS: readonly (readonly [names: string, texts: readonly string[]])[] = [
  ['token type', ['Bearer']],
  ['scopes?', ['read', 'read write', 'profile email']],
  ['isrc', ['GB%A%A%A25%d%d%d%d%d', 'US%A%d%A24%d%d%d%d%d']],
  ['ean|ean ?13|gtin|barcode', ['40%d%d%d%d%d%d%d%d%d%d%c']],
  ['upc', ['0%d%d%d%d%d%d%d%d%d%d%c']],
  ['isbn(?: ?13)?', ['978316148%d%d%d%c', '978014312%d%d%d%c']],
  ['issn', ['2049-3630', '0378-5955', '1476-4687']],
  ['doi', ['10.5555/%d%d%d%d%d%d%d%d']],
  ['sha|sha ?1|commit|commit id|commit hash|revision', [HEX(40)]],
  ['md ?5', [HEX(32)]],
  ['sha ?256|checksum|digest|hash|fingerprint', [HEX(64)]],
  ['etag', [`"${HEX(16)}"`]],
  ['cursor|page token|continuation token|next token', ['b2Zmc2V0PTIw', 'b2Zmc2V0PTQw']],
  ['node id', ['MDQ6VXNlcjE=', 'R_kgDOGq3ZRA', 'MDEwOlJlcG9zaXRvcnkx']],
  ['markets?|iso code', COUNTRIES],
  ['continent', ['Europe', 'Asia', 'Africa', 'North America', 'South America', 'Oceania']],
  ['currency names?', ['Euro', 'US Dollar', 'Pound Sterling', 'Swiss Franc', 'Japanese Yen', 'Norwegian Krone']],
  ['currency symbol', ['€', '$', '£', 'CHF', '¥', 'kr']],
  ['language names?', ['English', 'German', 'French', 'Spanish', 'Italian', 'Portuguese', 'Japanese']],
  ['hex ?colou?r|colou?r hex|colou?r code', [`#${HEX(6)}`]],
  ['gender|sex', ['female', 'male', 'diverse']],
  ['salutation|honorific', ['Ms', 'Mr', 'Mx', 'Dr']],
  ['pronouns', ['she/her', 'he/him', 'they/them']],
  ['roles?', ['admin', 'editor', 'member', 'viewer']],
  ['permissions?|access level', ['read', 'write', 'admin']],
  ['visibility|privacy', ['public', 'private', 'internal']],
  ['priority|urgency', ['low', 'normal', 'high']],
  ['severity|log level', ['info', 'warning', 'error']],
  ['difficulty', ['easy', 'medium', 'hard']],
  ['status', ['active', 'pending', 'completed']],
  ['condition', ['new', 'good', 'used', 'refurbished']],
  ['plan|tier|subscription', ['Free', 'Starter', 'Team', 'Business']],
  ['frequency|interval|cadence|billing cycle|recurrence', ['daily', 'weekly', 'monthly', 'yearly']],
  ['cron|cron expression|schedule', ['0 9 * * 1-5', '*/15 * * * *', '30 2 * * *', '0 0 1 * *']],
  ['weekday|day of week', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']],
  ['season', ['spring', 'summer', 'autumn', 'winter']],
  ['units?|unit of measure', ['kg', 'g', 'l', 'm', 'pcs']],
  ['material|fabric', ['oak', 'steel', 'cotton', 'glass', 'linen', 'leather', 'wool']],
  ['shape', ['round', 'square', 'oval', 'rectangular']],
  ['branch|default branch|head ref|base ref', ['main', 'develop', 'release/2.4']],
  ['git ref', ['refs/heads/main', 'refs/heads/develop', 'refs/tags/v2.4.0']],
  ['environment|env|stage', ['production', 'staging', 'development']],
  [
    'container names?|service names?|server names?|instance names?|node names?|pod names?',
    ['web-1', 'worker-2', 'db-primary', 'cache-1', 'api-gateway'],
  ],
  ['os|operating system|platform', ['Windows', 'macOS', 'Linux', 'Android', 'iOS']],
  ['browser', ['Firefox', 'Chrome', 'Safari', 'Edge']],
  ['device|device names?|device model', ['Pixel 9', 'iPhone 16', 'Galaxy Tab S9', 'ThinkPad X1']],
  ['user agent', ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0']],
  ['mime(?: ?type)?', ['application/pdf', 'image/jpeg', 'image/png', 'text/csv']],
  ['extension|file ext|file extension', ['pdf', 'jpg', 'png', 'csv', 'docx']],
  ['phone extension|ext', ['%d%d%d']],
  ['encoding|charset', ['utf-8']],
  ['protocol|scheme', ['https', 'http', 'wss']],
  ['http method|request method', ['GET', 'POST', 'PUT', 'DELETE']],
  ['algorithm', ['RS256', 'ES256', 'HS256']],
  ['device path', ['/dev/sda', '/dev/sdb', '/dev/nvme0n1']],
  ['file ?path', ['/reports/january.csv', '/images/team.jpg', '/contracts/offer.pdf']],
  ['field path|json path|pointer', ['order.customer.email', 'order.items.sku', 'payload.severity']],
  ['path|directory|folder', ['/reports', '/images/team', '/contracts/2026']],
  ['copyrights?', ['© 2025 Blue Harbour', '© 2024 Maple Media', '© 2026 Northgate Tools']],
  ['allowed origins?|cors origins?', ['https://app.example.com', 'https://admin.example.com']],
  [
    'publisher|publishing house|imprint',
    ['Harbour Press', 'Northlight Books', 'Lantern House', 'Quill & Oak', 'Meridian Verlag'],
  ],
  ['label name|record label|music label', ['Blue Lantern Records', 'Northside Audio', 'Paper Crane Music']],
  ['genres?', ['Jazz', 'Folk', 'Rock', 'Classical', 'Electronic', 'Soul']],
  ['mood', ['calm', 'cheerful', 'melancholic', 'energetic']],
  ['instrument', ['piano', 'guitar', 'violin', 'cello', 'drums']],
  ['cuisine', ['Italian', 'Japanese', 'Mexican', 'Lebanese', 'Indian', 'French']],
  ['ingredients?', ['flour', 'butter', 'tomatoes', 'basil', 'olive oil', 'rice', 'lemon']],
  ['sport', ['football', 'tennis', 'swimming', 'cycling', 'basketball']],
  ['species', ['cat', 'dog', 'rabbit', 'parrot']],
  ['breed', ['Beagle', 'Border Collie', 'Maine Coon', 'Siamese']],
  ['precision', ['day']],
  [
    'department|division|business unit',
    ['Engineering', 'Sales', 'Marketing', 'Finance', 'Customer Support', 'Human Resources', 'Legal'],
  ],
  ['industry|sector', ['Retail', 'Healthcare', 'Logistics', 'Education', 'Energy', 'Software']],
  ['ip|ip address|remote address|client address', ['192.0.2.%d%d', '198.51.100.%d%d', '203.0.113.%d%d']],
  ['ipv ?6|ipv ?6 address', ['2001:db8::%x%x%x%x']],
  ['mac|mac address', ['02:00:%x%x:%x%x:%x%x:%x%x']],
  ['wallet|wallet address', [`0x${HEX(40)}`]],
  ['bic|swift', ['DEUTDEFF', 'BNPAFRPP', 'BARCGB22']],
  // The numbers of test cards, whose check digits are right.
  ['credit card|card number|credit card number|pan', ['4242424242424242', '5555555555554444', '4000056655665556']],
  ['last ?4|card last ?4|last four|last four digits', ['4242', '4444', '5556']],
  ['card brand|card type|card network', ['visa', 'mastercard', 'amex']],
  ['cvc|cvv', ['%d%d%d']],
  ['account number', ['00%d%d%d%d%d%d%d%d']],
  ['vat|vat id|vat number|tax id|tax number', ['DE%d%d%d%d%d%d%d%d%d', 'FR%d%d%d%d%d%d%d%d%d%d%d']],
  ['licen[cs]e plate|number plate|plate|plate number|registration number', ['K%A %d%d%d %A%A', '%A%A-%d%d%d-%A%A']],
  ['vin', ['WVWZZZ1KZAW%d%d%d%d%d%d', '1HGCM82633A%d%d%d%d%d%d']],
  ['flight|flight number', ['BH %d%d%d', 'NG %d%d%d%d']],
  ['seat|seat number', ['%d%dA', '%d%dC', '%d%dF']],
  ['tracking number|tracking code|tracking id', ['1Z999AA1%d%d%d%d%d%d%d%d', '00340434%d%d%d%d%d%d%d%d%d%d%d%d']],
  ['licen[cs]e', ['MIT', 'Apache-2.0', 'BSD-3-Clause']],
  ['model', ['Series 4', 'X200', 'Classic 12']],
  ['cache control', ['no-store', 'max-age=60']],
  ['content disposition', ['attachment; filename="offer.pdf"', 'attachment; filename="january.csv"']],
  ['content language', ['en']],
  ['accept ranges', ['bytes']],
  ['vary', ['Accept']],
  ['payment method', ['card', 'transfer', 'cash']],
  ['event|event name|event type|trigger', ['order.created', 'user.updated', 'payment.failed', 'report.ready']],
  ['conclusion|outcome', ['success', 'failure', 'cancelled']],
  ['milestone', ['v2.4', 'Public beta', 'Spring release']],
  ['author association', ['MEMBER', 'CONTRIBUTOR', 'OWNER']],
  ['patch|diff', ['@@ -1,4 +1,4 @@\n-old line\n+new line']],
  [
    'commit message',
    ['Fix a typo in the guide', 'Add a test for empty lists', 'Update dependencies', 'Make the log shorter'],
  ],
  ['ssh url', ['git@example.com:juniper-labs/atlas.git']],
  ['clone url|git url', ['https://example.com/juniper-labs/atlas.git']],
  ['sort order|sort direction', ['asc', 'desc']],
  ['search|query|search term|q', ['garden chair', 'harbour', 'oak table', 'blue notebook']],
  ['emoji|emoticon', ['🎉', '🌱', '⭐', '👍']],
  ['album label', ['Blue Lantern Records', 'Northside Audio', 'Paper Crane Music']],
  ['repository|repo', ['juniper-labs/atlas', 'blue-harbour/web', 'maple-media/player']],
  ['theme', ['Nature', 'Travel', 'History', 'Science', 'Music', 'Food']],
  ['driver|backend|engine', ['local', 'standard', 'native']],
  ['provider|carrier|processor', ['Northgate', 'Brightwater', 'Halden', 'Kestrel']],
  ['value', ['blue', 'large', 'oak', '12']],
  ['mode|strategy|method|behaviou?r', ['automatic', 'manual', 'default']],
  ['alg|algo|signature algo', ['RS256', 'ES256', 'HS256']],
  ['kty', ['RSA', 'EC']],
  ['kid|key id', ['%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x']],
  [
    'questions?',
    ['Which of these comes first?', 'What is the main reason?', 'How many are there?', 'When did it begin?'],
  ],
  [
    'answer|response|options?|choice',
    ['The first one', 'All of them', 'Both of these', 'None of these', 'The last one'],
  ],
  [
    'takeaway|hint|tip|advice|suggestion|recommendation',
    ['Begin with the small parts.', 'Read the question twice.', 'Write down what you know.', 'Take your time.'],
  ],
  [
    'explanation|justification|reasoning|rationale|purpose|instructions|introduction|story|statement|disclaimer|lyrics',
    [
      'It follows from what was said before.',
      'The two parts belong together.',
      'It was agreed on at the start.',
      'This is how it has always been done.',
    ],
  ],
  [
    'warnings?(?: message)?',
    ['The certificate expires soon.', 'Some entries were left out.', 'The disk is almost full.'],
  ],
  [
    'errors?|error message|failure',
    ['The connection was lost.', 'The file was not found.', 'The time limit was reached.'],
  ],
  ['output|stdout|log|logs', ['Done in 0.4 s', 'All checks have passed', 'Started on port 8080']],
  [
    '(?:refusal|failure|decline|rejection|cancell?ation|error|status) reason',
    ['The time limit was reached.', 'Some details were missing.', 'It was asked for twice.'],
  ],
  [
    'reason',
    ['Requested by the customer.', 'No longer needed.', 'Ordered twice by mistake.', 'Moved to another plan.'],
  ],
  [
    'base64|payload|raw|encrypted \\w+|cipher ?text|signature|blob',
    ['eyJpZCI6MTA0MiwidmVyc2lvbiI6M30=', 'eyJvcmRlciI6NzE4LCJpdGVtcyI6Mn0='],
  ],
  ['time of day', ['08:30', '12:00', '17:45']],
  ['source', ['web', 'api', 'import', 'mobile']],
  ['channel', ['email', 'web', 'sms']],
  ['direction', ['inbound', 'outbound']],
  ['action|operation|op', ['create', 'update', 'delete']],
  ['operator', ['equals', 'contains', 'greater_than']],
  ['format', ['pdf', 'csv', 'json']],
  ['fields?|property|parameter|column|attribute', ['email', 'name', 'amount', 'start_date']],
  ['result', ['success', 'failure']],
  ['level', ['basic', 'standard', 'advanced']],
  ['password|passphrase', ['********']],
  ['secret', [HEX(32)]],
  ['(?<!\\w )token|api key|access key', [HEX(40)]],
  ['nonce', [HEX(16)]],
  ['html', ['<p>Thank you for your order.</p>', '<p>See you in <b>March</b>.</p>']],
  ['certificate', ['-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2hlcnJ5\n-----END CERTIFICATE-----']],
  ['next|next page|prev|previous|previous page', ['https://example.com/items?page=2']],
  ['symbol|ticker', ['BLHR', 'NGTE', 'MPLM']],
  ['alias|namespace|profile|queue|bucket|database|subdomain', ['main', 'archive', 'shared', 'team-north']],
  ['command|script', ['npm run build', 'npm test', 'make release']],
  ['runtime', ['nodejs20.x', 'python3.12', 'go1.22']],
  ['architecture', ['x86_64', 'arm64']],
  ['resolution|screen size', ['1920x1080', '1280x720']],
  ['aspect ratio', ['16:9', '4:3']],
  ['period|term', ['month', 'quarter', 'year']],
  ['policy|effect', ['allow', 'deny']],
  ['access', ['open', 'restricted']],
  ['relationship', ['parent', 'partner', 'sibling']],
  ['size', ['small', 'medium', 'large']],
  [
    'json|params|config|configuration|settings|metadata',
    ['{"limit":50,"sort":"name"}', '{"theme":"light","columns":3}'],
  ],
  ['sql', ['SELECT id, name FROM orders LIMIT 50', 'SELECT count(*) FROM customers']],
  ['(?:iso )?alpha 3', ['FRA', 'PRT', 'GBR', 'DEU', 'NOR']],
  ['orientation', ['landscape', 'portrait']],
  ['schema', ['public', 'sales']],
  ['regex|pattern', ['^[a-z]+$', '^\\d{4}$']],
  ['rel', ['self', 'next', 'related']],
  ['mcc', ['5411', '5812', '5999']],
  ['serial', ['C02XK%d%d%d%d']],
  ['pin', ['%d%d%d%d']],
  [
    'greeting|caption|alt|alt text|slogan|tagline|motto|quote',
    ['Made with care', 'Good things take time', 'Closer than you think'],
  ],
];

const NAMED = ROWS.map(([names, texts]) => [new RegExp(`\\b(?:${names})$`), texts] as const);

function textsFor(words: string): readonly string[] | undefined {
  return NAMED.find(([names]) => names.test(words))?.[1];
}

/** The name of what is signed in to. A name that only ends with it, such as `refresh token`, is another one. */
const JWT = /^(?:jwt|id token|access token)$/;

/** Returns the text of the table for the words of a name; undefined if it has none. @param number tells the thing from others. */
export function textByTable(words: string, number: number, madeAt: number, random: NextRandom): string | undefined {
  if (JWT.test(words)) return jwt({ sub: String(number), issuedAt: madeAt, lifetime: USUAL_LIFETIME });
  // The name of a department is a department, but no sentence is a name.
  const texts = textsFor(words) ?? textsFor(words.replace(/ name$/, ''))?.filter((each) => !/ \S+ /.test(each));
  if (!texts || texts.length === 0) return undefined;
  const text = texts[between(0, texts.length - 1, random)] ?? '';
  const filled = text.replace(/%[dxA]/g, (mark) => {
    if (mark === '%A') return String.fromCharCode(65 + between(0, 25, random));
    return between(0, mark === '%d' ? 9 : 15, random).toString(16);
  });
  return filled.endsWith('%c') ? filled.slice(0, -2) + checkDigit(filled.slice(0, -2)) : filled;
}

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
