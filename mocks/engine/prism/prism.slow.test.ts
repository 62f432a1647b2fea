/** As the test that it loads, with all rows of its tables. */

process.env['ESPALIER_TESTS'] = 'all';
require('./prism.test');
