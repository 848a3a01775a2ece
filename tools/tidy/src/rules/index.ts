import type { Rule } from '../rule.ts'
import { cycles } from './cycles.ts'
import { documents } from './documents.ts'
import { forbiddenCalls } from './forbiddenCalls.ts'
import { glossary } from './glossary.ts'
import { joinedLabels } from './joinedLabels.ts'
import { machinePaths } from './machinePaths.ts'
import { messages } from './messages.ts'
import { migrations } from './migrations.ts'
import { moduleGraph } from './moduleGraph.ts'
import { moneyCasts } from './moneyCasts.ts'
import { moneyDefaults } from './moneyDefaults.ts'
import { names } from './names.ts'
import { packageImports } from './packageImports.ts'
import { provenActions } from './provenActions.ts'
import { publicApi } from './publicApi.ts'
import { roomFiles } from './roomFiles.ts'
import { sizes } from './sizes.ts'
import { sqlLocation } from './sqlLocation.ts'
import { testRatio } from './testRatio.ts'
import { unusedFiles } from './unusedFiles.ts'
import { wireBoundary } from './wireBoundary.ts'
import { words } from './words.ts'

/** All rules. */
export const rules: readonly Rule[] = [
  packageImports,
  moduleGraph(),
  publicApi(),
  cycles,
  roomFiles(),
  sizes,
  names(),
  forbiddenCalls,
  moneyDefaults,
  moneyCasts,
  sqlLocation,
  migrations(),
  messages,
  joinedLabels,
  unusedFiles,
  testRatio(),
  documents(),
  glossary,
  provenActions(),
  machinePaths,
  wireBoundary,
  words,
]
