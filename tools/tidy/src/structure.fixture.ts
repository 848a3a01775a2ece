import type { ServerModule } from '../../../apps/server/src/modules.ts'
import type { RuleFixture } from './planting.fixture.ts'
import { cycles } from './rules/cycles.ts'
import { migrations } from './rules/migrations.ts'
import { moduleGraph } from './rules/moduleGraph.ts'
import { names } from './rules/names.ts'
import { packageImports } from './rules/packageImports.ts'
import { publicApi } from './rules/publicApi.ts'
import { roomFiles } from './rules/roomFiles.ts'
import { unusedFiles } from './rules/unusedFiles.ts'

const room = (name: string, exists = true): ServerModule => ({ name, purpose: 'x', exists })
const rooms = [
  room('platform/database'),
  room('platform/events'),
  room('wallets'),
  { ...room('markets'), formerName: 'quotes', also: { feeds: 'adapters' } },
  room('kyc', false),
]

const server = 'apps/server/src'
const namesTo = (count: number): string => Array.from({ length: count }, (_, at) => `name${at}`).join(', ')
const house = {
  [`${server}/modules.ts`]: 'export const rooms = []\n',
  [`${server}/platform/database/index.ts`]: "export { x } from './connection.ts'\n",
  [`${server}/platform/database/connection.ts`]: 'export const x = 1\n',
  [`${server}/platform/events/index.ts`]: "import { x } from '../database/index.ts'\nexport const y = x\n",
  [`${server}/platform/events/events.pg.test.ts`]: "import '../database/connection.ts'\n",
  [`${server}/wallets/index.ts`]:
    "import { x } from '../platform/database/index.ts'\nexport const post = x\n",
  [`${server}/markets/index.ts`]: "import { post } from '../wallets/index.ts'\nexport const tick = post\n",
  [`${server}/markets/module.ts`]: 'export const marketsModule = {}\n',
  [`${server}/wallets/index.fixture.ts`]: 'export const forTests = 1\n',
  [`${server}/markets/a.pg.test.ts`]: "import '../wallets/index.fixture.ts'\n",
  [`${server}/parts.ts`]: "import './markets/module.ts'\nimport './wallets/index.ts'\n",
  [`${server}/markets/feeds/replay.ts`]: 'export const replay = 1\n',
}

export const structurePlantings: readonly RuleFixture[] = [
  {
    rule: packageImports,
    clean: {
      'packages/core/src/money/units.ts': 'export const a = 1\n',
      'packages/core/src/ledger/wire.ts': "import { z } from 'zod'\nimport '../money/units.ts'\n",
      'packages/client/src/http.ts':
        "import type { W } from '@glasshouse/core/ledger/wire'\nimport '@glasshouse/core/money/units'\n",
      'apps/web/src/main.tsx':
        "import '@glasshouse/ui/Button'\nimport 'react'\nimport '@glasshouse/client/http'\n",
      'apps/web/src/screens/home/Home.tsx':
        "import './Banner.tsx'\nimport '../../components/a.ts'\nconst Ipo = import('../money/Ipo.tsx')\n",
      'apps/server/src/main.ts': "import 'node:fs'\nimport '@glasshouse/core/ledger/wire'\n",
      'packages/core/src/money/units.test.ts':
        "import 'vitest'\nimport 'node:crypto'\nimport '@glasshouse/testkit/random'\n",
    },
    broken: [
      ['core reads a file', { 'packages/core/src/a.ts': "import 'node:fs'\n" }, 'packages/core/src/a.ts:1'],
      [
        'core imports a library',
        { 'packages/core/src/a.ts': "\nimport 'kysely'\n" },
        'packages/core/src/a.ts:2',
      ],
      [
        'core imports the server',
        { 'packages/core/src/a.ts': "import '../../../apps/server/src/main.ts'\n" },
        'packages/core/src/a.ts:1',
      ],
      [
        'ui imports a domain',
        { 'packages/ui/src/A.tsx': "import '@glasshouse/core/money/units'\n" },
        'packages/ui/src/A.tsx:1',
      ],
      [
        'the product imports the testkit',
        { 'apps/server/src/a.ts': "import '@glasshouse/testkit/random'\n" },
        'apps/server/src/a.ts:1',
      ],
      [
        'a page loads the schema library',
        { 'apps/web/src/a.ts': "import { w } from '@glasshouse/core/ledger/wire'\n" },
        'apps/web/src/a.ts:1',
      ],
      [
        'a page imports the server',
        { 'apps/web/src/a.ts': "import '../../server/src/main.ts'\n" },
        'apps/web/src/a.ts:1',
      ],
      [
        'a screen imports another screen',
        { 'apps/web/src/screens/home/a.ts': "import '../money/Deposit.tsx'\n" },
        'apps/web/src/screens/home/a.ts:1',
      ],
      [
        'a screen of staff imports another screen',
        { 'apps/staff/src/screens/queue/a.ts': "import { b } from '../customers/b.ts'\n" },
        'apps/staff/src/screens/queue/a.ts:1',
      ],
      [
        'a component imports a screen',
        { 'apps/web/src/components/a.ts': "import '../screens/home/Home.tsx'\n" },
        'apps/web/src/components/a.ts:1',
      ],
      [
        'a tool imports the product',
        { 'tools/verify/src/a.ts': "import '../../../apps/server/src/main.ts'\n" },
        'tools/verify/src/a.ts:1',
      ],
    ],
  },
  {
    rule: moduleGraph(rooms),
    clean: house,
    broken: [
      [
        'a module imports a later one',
        { [`${server}/wallets/index.ts`]: "\nimport '../markets/index.ts'\n" },
        `${server}/wallets/index.ts:2`,
      ],
      [
        'a module bypasses index.ts',
        { [`${server}/wallets/index.ts`]: "import '../platform/database/connection.ts'\n" },
        `${server}/wallets/index.ts:1`,
      ],
      [
        'the platform imports a module below it',
        { [`${server}/platform/database/connection.ts`]: "import '../../wallets/index.ts'\n" },
        `${server}/platform/database/connection.ts:1`,
      ],
      [
        'a module of the platform imports a later one',
        { [`${server}/platform/database/connection.ts`]: "import '../events/index.ts'\n" },
        `${server}/platform/database/connection.ts:1`,
      ],
      [
        'a module of the platform bypasses index.ts',
        { [`${server}/platform/events/index.ts`]: "import '../database/connection.ts'\n" },
        `${server}/platform/events/index.ts:1`,
      ],
      [
        'a module imports what another one offers to tests',
        { [`${server}/markets/index.ts`]: "import '../wallets/index.fixture.ts'\n" },
        `${server}/markets/index.ts:1`,
      ],
      [
        'a module imports the parts of another one',
        { [`${server}/wallets/index.ts`]: "import '../markets/module.ts'\n" },
        `${server}/wallets/index.ts:1`,
      ],
      [
        'the composition root imports a file of a module',
        { [`${server}/server.ts`]: "import './markets/feeds/replay.ts'\n" },
        `${server}/server.ts:1`,
      ],
      [
        'the composition root does not list a module',
        { [`${server}/parts.ts`]: "import './wallets/index.ts'\n" },
        `${server}/markets/module.ts:1`,
      ],
      [
        'a file of a layer outside its modules',
        { [`${server}/platform/clock.ts`]: '' },
        `${server}/platform/:1`,
      ],
      [
        'a module imports a file outside the modules',
        { [`${server}/main.ts`]: '', [`${server}/wallets/index.ts`]: "import '../main.ts'\n" },
        `${server}/wallets/index.ts:1`,
      ],
      ['a module missing in modules.ts', { [`${server}/casino/index.ts`]: '' }, `${server}/casino/:1`],
      ['a module listed as not built', { [`${server}/kyc/index.ts`]: '' }, `${server}/modules.ts:1`],
    ],
  },
  {
    rule: publicApi([room('platform/database'), room('wallets'), room('kyc', false)]),
    clean: {
      [`${server}/platform/database/index.ts`]: `export { ${namesTo(14)} } from './a.ts'\nexport type { N as M } from './b.ts'\n`,
      [`${server}/wallets/index.ts`]: `export {\n  type A,\n  ${namesTo(13)},\n} from './a.ts'\nexport const post = 1\n`,
    },
    broken: [
      [
        'a sixteenth name',
        {
          [`${server}/platform/database/index.ts`]: `export { ${namesTo(15)} } from './a.ts'\nexport type B = string\n`,
        },
        `${server}/platform/database/index.ts:1`,
      ],
      [
        'everything of a file',
        { [`${server}/platform/database/index.ts`]: "\nexport * from './a.ts'\n" },
        `${server}/platform/database/index.ts:2`,
      ],
    ],
  },
  {
    rule: cycles,
    clean: { 'a/a.ts': "import './b.ts'\n", 'a/b.ts': "const c = () => import('./a.ts')\n" },
    broken: [
      ['two files', { 'a/b.ts': "import './a.ts'\n" }, 'a/a.ts:1'],
      [
        'a cycle of three files, one for a type',
        { 'a/b.ts': "import './c.ts'\n", 'a/c.ts': "import type { A } from './a.ts'\n" },
        'a/a.ts:1',
      ],
    ],
  },
  {
    rule: roomFiles(rooms),
    clean: {
      ...house,
      [`${server}/wallets/store/read.ts`]: '',
      [`${server}/wallets/store.pg.test.ts`]: '',
      [`${server}/wallets/README.md`]: '',
    },
    broken: [
      [
        'a file name that is not allowed',
        { [`${server}/wallets/cache.ts`]: '' },
        `${server}/wallets/cache.ts:1`,
      ],
      [
        'a folder name that is not allowed',
        { [`${server}/wallets/sums/a.ts`]: '' },
        `${server}/wallets/sums/a.ts:1`,
      ],
    ],
  },
  {
    rule: names({ 'ui/base.css': 'the base layer of styles' }),
    clean: {
      'ui/base.css': '',
      'a/basement.ts': '',
      'a/commonPasswords.ts': '',
      'tsconfig.base.json': '',
      'a/database.ts': '',
    },
    broken: [
      ['a folder', { 'a/utils/money.ts': '' }, 'a/utils/money.ts:1'],
      ['a file', { 'a/priceHelpers.test.ts': '' }, 'a/priceHelpers.test.ts:1'],
      ['a file in another case', { 'a/OrderManager.ts': '' }, 'a/OrderManager.ts:1'],
    ],
  },
  {
    rule: migrations(rooms),
    clean: {
      'apps/server/migrations/0010_wallets.sql': '-- create table x\ncreate table wallets_entry (id int);\n',
      'apps/server/migrations/0040_quotes.sql': 'create table quotes_tick (id int);\n',
      'apps/server/migrations/0041_markets_heads.sql': 'create table if not exists markets_head (id int);\n',
      'apps/server/migrations/0799_wallets.sql': 'alter table wallets_entry drop column a;\n',
      'apps/server/migrations/0800_wallets.sql':
        'alter table wallets_entry add column a int, add column b int not null default 0;\n',
      'apps/server/migrations/0801_wallets_contract.sql': 'alter table wallets_entry drop column a;\n',
    },
    broken: [
      [
        'a migration without a module',
        { 'apps/server/migrations/0099_casino.sql': '' },
        'apps/server/migrations/0099_casino.sql:1',
      ],
      [
        'a table in the migration of another module',
        { 'apps/server/migrations/0010_wallets.sql': '-- \ncreate table markets_tick (id int);\n' },
        'apps/server/migrations/0010_wallets.sql:2',
      ],
      ...[
        'drop table wallets_x',
        'alter table wallets_x drop column a',
        'alter table wallets_x rename column a to b',
        'alter table wallets_x alter column a type bigint',
        'alter table wallets_x alter column a set not null',
        'alter table wallets_x add column a int, add column b int not null',
      ].map((text): [string, Record<string, string>, string] => [
        `a migration that the release before does not survive: ${text}`,
        { 'apps/server/migrations/0802_wallets.sql': `-- x\n${text};\n` },
        'apps/server/migrations/0802_wallets.sql:2',
      ]),
    ],
  },
  {
    rule: unusedFiles,
    clean: {
      'apps/web/index.html': '<script src="/theme.js"></script><script src="/src/main.tsx"></script>',
      'apps/web/public/theme.js': '',
      'apps/web/src/main.tsx': "import './a.css'\nconst l = () => import('./lazy.ts')\n",
      'apps/web/src/a.css': '@import "b.css";',
      'apps/web/src/b.css': '',
      'apps/web/src/lazy.ts': '',
      'packages/testkit/src/random.ts': '',
      'packages/core/src/a.test.ts': "import '@glasshouse/testkit/random'\n",
      'package.json': '{"scripts": {"start": "node tools/launcher/start.mjs"}}',
      'tools/launcher/start.mjs': '',
      'vitest.config.ts': '',
    },
    broken: [
      ['an unused file', { 'apps/web/src/old.ts': '' }, 'apps/web/src/old.ts:1'],
      ['an unused stylesheet', { 'apps/web/src/old.css': '' }, 'apps/web/src/old.css:1'],
      [
        'a file used only by its test',
        { 'packages/core/src/old.ts': '', 'packages/core/src/old.test.ts': "import './old.ts'\n" },
        'packages/core/src/old.ts:1',
      ],
      ['an unused testkit file', { 'packages/testkit/src/old.ts': '' }, 'packages/testkit/src/old.ts:1'],
    ],
  },
]
