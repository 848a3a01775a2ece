import type { Rule } from '../rule.ts'
import { cycles } from './cycles.ts'
import { deadFiles } from './deadFiles.ts'
import { documents } from './documents.ts'
import { floorPlan } from './floorPlan.ts'
import { forbiddenCalls } from './forbiddenCalls.ts'
import { glossary } from './glossary.ts'
import { messages } from './messages.ts'
import { migrations } from './migrations.ts'
import { moneyDefaults } from './moneyDefaults.ts'
import { names } from './names.ts'
import { packageImports } from './packageImports.ts'
import { privatePlaces } from './privatePlaces.ts'
import { roomFiles } from './roomFiles.ts'
import { sizes } from './sizes.ts'
import { sqlPlace } from './sqlPlace.ts'
import { testLines } from './testLines.ts'

/** Every house rule. */
export const rules: readonly Rule[] = [
  packageImports,
  floorPlan(),
  cycles,
  roomFiles(),
  sizes,
  names(),
  forbiddenCalls,
  moneyDefaults,
  sqlPlace,
  migrations(),
  messages,
  deadFiles,
  testLines(),
  documents(),
  glossary,
  privatePlaces,
]
