/** Words of which lifelike values are made. */

const listOf = (text: string): readonly string[] => text.split(',');

export const FIRST_NAMES = listOf(
  'Ada,Amir,Anna,Aoife,Ben,Carla,Chidi,Clara,Daniel,Elena,Emil,Farah,Grace,Hana,Ines,Jonas,Kofi,Leila,Lucas,Maya,Mei,Nadia,Noah,Olga,Paul,Priya,Rosa,Samuel,Sofia,Tariq,Vera,Yuki',
);
export const LAST_NAMES = listOf(
  'Adeyemi,Andersen,Bauer,Brown,Chen,Costa,Diaz,Dubois,Eriksen,Fischer,Garcia,Haddad,Ito,Jensen,Khan,Kowalski,Larsen,Martin,Meyer,Moreau,Nguyen,Novak,Okafor,Patel,Petrov,Rossi,Sato,Schmidt,Silva,Smith,Tanaka,Walker',
);
export const STREETS = listOf(
  'Birch Street,Canal Road,Cedar Avenue,Chapel Lane,Garden Street,Harbour Road,High Street,Hill Road,Lake Avenue,Linden Street,Market Square,Mill Lane,North Street,Orchard Road,Park Avenue,River Street,School Lane,Station Road',
);
/** Towns, with what goes with each: its region, its country, the code of that, a postal code, its place, its time zone. */
export const TOWNS = [
  ['Lyon', 'Auvergne-Rhône-Alpes', 'France', 'FR', '69002', 45.7578, 4.832, 'Europe/Paris'],
  ['Porto', 'Norte', 'Portugal', 'PT', '4050-253', 41.1496, -8.611, 'Europe/Lisbon'],
  ['Leeds', 'England', 'United Kingdom', 'GB', 'LS1 4DY', 53.8008, -1.5491, 'Europe/London'],
  ['Bremen', 'Bremen', 'Germany', 'DE', '28195', 53.0793, 8.8017, 'Europe/Berlin'],
  ['Bergen', 'Vestland', 'Norway', 'NO', '5003', 60.3913, 5.3221, 'Europe/Oslo'],
  ['Turin', 'Piedmont', 'Italy', 'IT', '10121', 45.0703, 7.6869, 'Europe/Rome'],
  ['Portland', 'Oregon', 'United States', 'US', '97205', 45.5152, -122.6784, 'America/Los_Angeles'],
  ['Kyoto', 'Kyoto', 'Japan', 'JP', '604-8571', 35.0116, 135.7681, 'Asia/Tokyo'],
  ['Valencia', 'Valencia', 'Spain', 'ES', '46002', 39.4699, -0.3763, 'Europe/Madrid'],
  ['Halifax', 'Nova Scotia', 'Canada', 'CA', 'B3J 1S9', 44.6488, -63.5752, 'America/Halifax'],
] as const;
export const COMPANIES = listOf(
  'Alder & Sons,Blue Harbour,Brightwater Ltd,Copper Lane,Elmwood Trading,Fern & Co,Greenfield Foods,Halden Works,Juniper Labs,Kestrel Logistics,Maple Media,Northgate Tools,Oakridge Systems,Pebble Studio,Redstone Energy,Silverline Travel',
);
export const PRODUCTS = listOf(
  'Ceramic Mug,Cotton Scarf,Desk Lamp,Garden Shears,Glass Bottle,Leather Wallet,Linen Shirt,Notebook,Oak Chair,Olive Oil,Paper Lantern,Rain Jacket,Steel Kettle,Tea Towel,Travel Bag,Wall Clock,Wicker Basket,Wooden Bowl',
);
export const JOBS = listOf(
  'Accountant,Architect,Designer,Editor,Electrician,Engineer,Gardener,Librarian,Nurse,Project Manager,Sales Manager,Teacher,Translator',
);
export const LABELS = listOf(
  'amber,archive,atlas,aurora,autumn,beacon,birch,blue,bright,canvas,cedar,cobalt,compass,coral,draft,echo,ember,express,family,favourite,field,fjord,garden,gift,granite,green,harbour,heron,home,horizon,important,indoor,island,ivory,juniper,lagoon,lantern,limited,linden,local,lunar,maple,meadow,mosaic,nimbus,new,north,nova,oak,office,orbit,orchard,outdoor,pebble,pine,popular,prairie,quartz,red,ridge,river,sale,seasonal,silver,small,solstice,spring,summer,summit,tandem,travel,vista,willow,winter,yellow,zephyr',
);
/** Those of them that may stand alone as the name of something: `Harbour`, but not `Small`. */
const SAYING_HOW = listOf(
  'archive,blue,bright,draft,express,family,favourite,gift,green,home,important,indoor,limited,local,lunar,new,north,office,outdoor,popular,red,sale,seasonal,silver,small,travel,yellow',
);
export const NAMES = LABELS.filter((label) => !SAYING_HOW.includes(label));
/** Words that say of anything how it is. */
export const QUALITIES = listOf(
  'Standard,Regular,Flexible,Basic,Moderate,Classic,Extended,Premium,Occasional,Simple,General',
);
export const TYPES = listOf('standard,custom,personal,business');
export const CATEGORIES = listOf(
  'Books,Clothing,Electronics,Furniture,Garden,Groceries,Health,Hobbies,Kitchen,Music,Office,Outdoor,Pets,Sports,Stationery,Toys,Travel',
);
export const TAGS = listOf(
  'beginner,bestseller,community,design,eco-friendly,featured,handmade,how-to,vintage,imported,limited-edition,minimalist,new-arrival,news,open-source,organic,photography,recipe,remote,research,review,security,sustainable,tutorial,video,weekend',
);
export const TITLES = listOf(
  'A quiet start,All about the harbour,Before the summer,Changes in March,First steps,How it began,Letters from home,News of the week,Notes for tomorrow,Plans for the garden,The long way round,Three good reasons,What we learned',
);
/** Sentences that may stand in the description of anything. */
export const SENTENCES = [
  'A good choice to begin with.',
  'All of it was checked twice.',
  'It is used every day, and works well.',
  'It was changed a little after the first review.',
  'More about this follows next week.',
  'Nothing else has to be done here.',
  'Please read the notes before you begin.',
  'The most important parts come first.',
  'This is the second edition, with a few additions.',
  'We have had good experience with it.',
] as const;
export const COLOURS = listOf('black,blue,brown,green,grey,orange,purple,red,white,yellow');
export const CURRENCIES = listOf('EUR,USD,GBP,CHF,JPY,NOK');
export const LANGUAGES = listOf('en,de,fr,es,it,pt,ja');
export const LOCALES = listOf('en-GB,de-DE,fr-FR,es-ES,it-IT,pt-PT,ja-JP');
export const FILES = listOf(
  'agenda.pdf,contract.pdf,floor-plan.png,invoice-2026-01.pdf,minutes.docx,offer.pdf,photo.jpg,prices.csv,report.pdf,team.jpg',
);
export const MEDIA_TYPES = listOf('application/pdf,image/jpeg,image/png,text/csv,text/plain');
/** What the end of a file's name says of its type. */
export const TYPES_OF_FILES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
};
/** What an answer says that tells only whether something was done. */
export const OUTCOMES = listOf('Completed successfully.');
