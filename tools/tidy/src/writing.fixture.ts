import { type GlossaryEntry, glossaryPage } from './glossaryPage.ts'
import type { RuleFixture } from './planting.fixture.ts'
import { documents } from './rules/documents.ts'
import { forbiddenCalls } from './rules/forbiddenCalls.ts'
import { glossary } from './rules/glossary.ts'
import { machinePaths } from './rules/machinePaths.ts'
import { messages } from './rules/messages.ts'
import { moneyDefaults } from './rules/moneyDefaults.ts'
import { sizes } from './rules/sizes.ts'
import { sqlLocation } from './rules/sqlLocation.ts'
import { testRatio } from './rules/testRatio.ts'
import { words } from './rules/words.ts'
import { tableEnd, tableStart } from './settingsTable.ts'

const room = 'apps/server/src/ledger'
const moneyRules = 'packages/core/src/contracts'
const lines = (count: number, text = 'x') => `${Array(count).fill(text).join('\n')}\n`

const interfaceLanguages = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh', 'tw']
const catalogue = (folder: string, name: string, languages: readonly string[], text: string) =>
  Object.fromEntries(languages.map((language) => [`${folder}/${language}${name}.json`, text]))
const i18n = 'apps/web/src/i18n'
const spoken = {
  ...catalogue(i18n, '/shell', interfaceLanguages, '{"menu":{"home":"x"},"days_one":"x","days_other":"x"}'),
  'apps/web/src/a.tsx': "t('menu.home')\nt('shell:days', { count })\n",
}

const readme = (table: string) => `# Glasshouse\n${tableStart}\n${table}\n${tableEnd}\n`
const papers = {
  'README.md': readme('| a |'),
  'ARCHITECTURE.md': 'see [the style](STYLE.md) and [the decisions](docs/decisions/)',
  'STYLE.md': '',
  'CONTRIBUTING.md': '',
  'CHANGELOG.md': '',
  'AGENTS.md': '',
  'SECURITY.md': '',
  LICENSE: '',
  'docs/glossary.md': '[back](../README.md#map)',
  'docs/decisions/0001-money.md': '',
  [`${room}/README.md`]: lines(40),
}

const glossaryFiles = (entries: readonly GlossaryEntry[]) => {
  const sections = [{ heading: 'Markets', entries }]
  return { 'docs/glossary.json': JSON.stringify(sections), 'docs/glossary.md': glossaryPage(sections) }
}

const ban = (what: string, path: string, text: string) =>
  [what, { [path]: `\n${text}\n` }, `${path}:2`] as const

export const writingPlantings: readonly RuleFixture[] = [
  {
    rule: sizes,
    clean: {
      'a.ts': lines(400),
      'a.test.ts': lines(700),
      'b.ts': `const f = () => {\n${lines(68)}}\n`,
      'c.json': lines(5000),
      'd.ts': `const open = () => {\n  const a = () => {\n${lines(60)}  }\n  const b = () => {\n${lines(60)}  }\n}\n`,
    },
    broken: [
      ['a long file', { 'a.ts': lines(401) }, 'a.ts:1'],
      ['a long test', { 'a.test.ts': lines(701) }, 'a.test.ts:1'],
      ['a long arrow function', { 'b.ts': `\nconst f = () => {\n${lines(69)}}\n` }, 'b.ts:2'],
      ['a long page', { 'b.tsx': `\nconst F = () => (\n${lines(69)})\n` }, 'b.tsx:2'],
      ['a long function', { 'b.ts': `function f(a: { b: c }): { d: e } {\n${lines(69)}}\n` }, 'b.ts:1'],
      ['a long method', { 'b.ts': `class A {\n  async f(a) {\n${lines(69)}  }\n}\n` }, 'b.ts:2'],
      [
        'a long function inside another',
        { 'b.ts': `const open = () => {\n  const a = () => {\n${lines(69)}  }\n}\n` },
        'b.ts:2',
      ],
      [
        'a bracket in a string does not end it',
        { 'b.ts': `const f = () => {\n const a = '}'\n${lines(68)}}\n` },
        'b.ts:1',
      ],
    ],
  },
  {
    rule: moneyDefaults,
    clean: {
      [`${moneyRules}/rules.ts`]:
        'export const fee = (at: Price, ratePpm: number): Usdt => ceil(at)\nconst list = (text: string, longest = 2) => text\n',
      [`${moneyRules}/wire.ts`]: 'const a = (price?: Price) => price\n',
      [`${moneyRules}/rules.test.ts`]: 'const a = (price: Price = 1n) => price\n',
      'apps/web/src/a.ts': 'const a = (price: Price = 1n) => price\n',
    },
    broken: [
      ban(
        'a default rate',
        `${moneyRules}/rules.ts`,
        'const fee = (at: Price, ratePpm: number = 500): Usdt => at',
      ),
      ban('a default amount', `${moneyRules}/rules.ts`, 'const fee = (at = 0n as Usdt) => at'),
      ban(
        'a default within an object',
        `${moneyRules}/rules.ts`,
        'const fee = ({ bonus = zero }: Question): Usdt => bonus',
      ),
      ban('an optional amount', `${moneyRules}/rules.ts`, 'const fee = (at: Price, bonus?: Usdt) => at'),
      ban(
        'a default in a function',
        `${moneyRules}/rules.ts`,
        'function fee(at: Price, rate = 5): Usdt { return at }',
      ),
      ban('an optional field', `${moneyRules}/rules.ts`, 'type Question = { readonly bonus?: Usdt }'),
    ],
  },
  {
    rule: forbiddenCalls,
    clean: {
      'apps/server/src/platform/clock.ts': 'Date.now()\nperformance.now()\n',
      'apps/server/src/platform/random.ts': 'randomBytes(4)\n',
      'apps/web/src/data/clock.ts': 'Date.now()\nfetch(a)\n',
      [`${room}/service.ts`]:
        "clock.now() // Date.now()\nconst a = 'Math.random('\nnew Date(ms)\nNumber.parseInt(a)\n",
      'apps/server/src/markets/chart.ts': 'Number(text)\n',
      [`${room}/service.test.ts`]: 'Date.now()\nconsole.log(1)\n',
      'tools/sim/src/main.ts': 'console.log(process.env)\nconst many = company\nexpect.any(String)\n',
    },
    broken: [
      ban('a clock in a module', `${room}/service.ts`, 'const at = Date.now()'),
      ban('a date in the rules', 'packages/core/src/a.ts', 'const at = new Date()'),
      ban('a timer in a page', 'apps/web/src/a.ts', 'performance.now()'),
      ban('randomness in a module', `${room}/service.ts`, 'Math.random()'),
      ban('a random id in a module', `${room}/service.ts`, 'randomUUID()'),
      ban('a float on money', 'packages/core/src/contracts/rules.ts', 'Number(amount)'),
      ban('a float parsed from text', `${room}/store.ts`, 'parseFloat(amount)'),
      ban('a module that prints', `${room}/service.ts`, 'console.log(a)'),
      ban('type checking disabled', `${room}/service.ts`, 'const a: any = b'),
      ban('type checking disabled in a test', `${room}/a.test.ts`, 'const a = b as any'),
      ban('a browser test that sleeps', 'apps/web/e2e/a.web.test.ts', 'await page.waitForTimeout(500)'),
      ban(
        'a browser test that waits for an idle network',
        'apps/web/e2e/a.web.test.ts',
        'page.waitForLoadState()',
      ),
      ban(
        'a browser test with a timer',
        'apps/web/e2e/a.web.test.ts',
        'new Promise((done) => setTimeout(done, 9))',
      ),
      ban('a setting read in a module', `${room}/service.ts`, 'process.env.PORT'),
      ban('a page that bypasses the client', 'apps/web/src/screens/a.ts', 'fetch(url)'),
      ban('markup from a string', 'apps/web/src/screens/a.tsx', '<p dangerouslySetInnerHTML={a} />'),
    ],
  },
  {
    rule: sqlLocation,
    clean: {
      [`${room}/store.ts`]: 'sql`select 1`\n',
      [`${room}/store/read.ts`]: "db.selectFrom('a')\n",
      [`${room}/service.pg.test.ts`]: 'sql`select 1`\n',
      'apps/server/src/platform/events.ts': "tx.insertInto('platform_fact')\n",
    },
    broken: [
      ban('raw SQL in a command', `${room}/service.ts`, 'await sql`select 1`.execute(db)'),
      ban('typed raw SQL', `${room}/jobs.ts`, 'sql<{ id: number }>`select 1`'),
      ban('a query in a route', `${room}/routes.ts`, "db.selectFrom('ledger_entry')"),
    ],
  },
  {
    rule: messages,
    clean: {
      ...spoken,
      ...catalogue(
        'packages/core/src/errors',
        '',
        ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh_CN', 'zh_TW'],
        '{"insufficientBalance":"x"}',
      ),
      'packages/core/src/errors/registry.ts': 'export const errorCodes = { insufficientBalance: 2001 }\n',
    },
    broken: [
      ['a missing key', { 'apps/web/src/b.tsx': "\nt('menu.hom')\n" }, 'apps/web/src/b.tsx:2'],
      ['an unused key', { 'apps/web/src/a.tsx': "t('days')\n" }, `${i18n}/en/shell.json:1`],
      ['a missing sentence', { [`${i18n}/th/shell.json`]: '{"days":"x"}' }, `${i18n}/th/shell.json:1`],
      [
        'a superfluous sentence',
        { [`${i18n}/th/shell.json`]: '{"menu":{"home":"x"},"days":"x","old":"x"}' },
        `${i18n}/th/shell.json:1`,
      ],
      [
        'a missing language',
        catalogue(i18n, '/more', ['en', 'ja'], '{"menu":{"home":"x"}}'),
        `${i18n}/en/more.json:1`,
      ],
      ['a catalogue without English', { [`${i18n}/th/more.json`]: '{}' }, `${i18n}/th/more.json:1`],
      ['a broken catalogue', { [`${i18n}/th/shell.json`]: '{' }, `${i18n}/th/shell.json:1`],
      [
        'an unknown error code',
        { 'packages/core/src/errors/registry.ts': 'export const errorCodes = {}\n' },
        'packages/core/src/errors/en.json:1',
      ],
    ],
  },
  {
    rule: testRatio(['ledger']),
    clean: { [`${room}/service.ts`]: lines(10), 'packages/core/src/ledger/a.test.ts': lines(10) },
    broken: [['fewer lines of tests than of source', { [`${room}/postings.ts`]: lines(1) }, `${room}/:1`]],
  },
  {
    rule: documents([{ name: 'ledger', purpose: 'x', exists: true }], '| a |'),
    clean: papers,
    broken: [
      ['an outdated settings table', { 'README.md': readme('| b |') }, 'README.md:1'],
      ['a settings table without markers', { 'README.md': '| a |' }, 'README.md:1'],
      ['a module README that is too long', { [`${room}/README.md`]: lines(41) }, `${room}/README.md:1`],
      ['a broken link', { 'STYLE.md': '\n[gone](docs/gone.md)' }, 'STYLE.md:2'],
    ],
  },
  {
    rule: glossary,
    clean: glossaryFiles([
      { word: 'bid, ask', meaning: 'x', wire: '`bid`' },
      { word: 'lot', meaning: 'y' },
    ]),
    broken: [
      ['a page that differs from its source', { 'docs/glossary.md': '# Glossary\n' }, 'docs/glossary.md:1'],
      ['a source of another form', { 'docs/glossary.json': '[{}]' }, 'docs/glossary.json:1'],
      ['a source that is not JSON', { 'docs/glossary.json': '[' }, 'docs/glossary.json:1'],
      [
        'a word with two rows',
        glossaryFiles([
          { word: 'bid, ask', meaning: 'x' },
          { word: 'Ask', meaning: 'y' },
        ]),
        'docs/glossary.json:1',
      ],
    ],
  },
  {
    rule: machinePaths,
    clean: {
      'a.ts':
        "fetch('https://example.test/work/day')\nconst a = '/var/lib/glasshouse'\nconst b = 'net/work/x'\n",
      'package-lock.json': '{"resolved": "packages/core"}',
      '.npmrc': 'fund=false\n',
    },
    broken: [
      ban('a path of one machine', 'docs/a.md', `see /${'home'}/somebody/notes`),
      ban('a registry host', 'package-lock.json', '"resolved": "https://packages.example.test/a"'),
      ban('a registry setting', '.npmrc', 'registry=https://packages.example.test'),
      ban('a key', 'a.pem.txt', `-----BEGIN ${'PRIVATE'} KEY-----`),
    ],
  },
  {
    rule: words,
    clean: {
      'packages/core/src/calendar/a.ts':
        "// The caller waits for the house account, see `nobody`.\nconst result = 'nobody asked'\nconst isPaid = status === paid\n",
      'packages/core/src/drawings/wire.ts': 'const levertype = type === 1\n',
      'apps/server/src/ai/store.ts': 'export const findClaim = async (id: number) => id\n',
      'docs/flows/a.md': 'Use `whoever` in code only.\n',
      'apps/web/src/i18n/en/a.json': '{"revoke": "Cancel"}\n',
      'CHANGELOG.md': 'nobody\n',
    },
    broken: [
      ban('a participle as a type', 'packages/core/src/calendar/b.ts', 'type Asked = string'),
      ban('a former word in a name', 'packages/core/src/calendar/b.ts', 'const isAsked = true'),
      ban('a former word in a snake-case name', 'packages/core/src/calendar/b.ts', 'const told_ms = 1'),
      [
        'a former word in a file name',
        { 'packages/core/src/calendar/desk.ts': '' },
        'packages/core/src/calendar/desk.ts:1',
      ],
      ban('a wire name outside the wire', 'apps/server/src/ai/b.ts', 'row.levertype'),
      ban('a boolean that begins with may', 'packages/core/src/calendar/b.ts', 'const mayTrade = true'),
      ban('a limit that begins with most', 'packages/core/src/calendar/b.ts', 'const mostDays = 1'),
      ban(
        'a store function with another verb',
        'apps/server/src/ai/store.ts',
        'export const selectClaim = (id: number) => id',
      ),
      ban('a state as a number', 'apps/server/src/ai/b.ts', 'if (row.status === 1) stop()'),
      ban('a former word in a comment', 'packages/core/src/calendar/b.ts', '// nobody waits'),
      ban('a pronoun in a comment', 'packages/core/src/calendar/b.ts', '/** A customer and his money. */'),
      ban('a former word in a document', 'README.md', 'Whoever reads this.'),
      ban('a former word in an English text', 'packages/core/src/errors/en.json', '{"a": "Please wait."}'),
    ],
  },
]
