import { practiceRoutes } from './routes.ts'
import { calendarOffset, openCalendar } from './service/calendar.ts'
import { getDemoReceipt } from './service/demoReceipt.ts'
import { hasLeadBots, startLeadBots } from './service/leadBots.ts'
import { practiceLines, seedDemoHistory, seedSample } from './service/practiceSample.ts'
import { findStoredMode } from './service/sample.ts'
import { sampleAmounts } from './store.ts'

/** What the composition root connects of this module. */
export const practiceModule = {
  amounts: {
    practiceSample: sampleAmounts,
  },
  routes: practiceRoutes,
  provides: {
    practiceLines,
    hasLeadBots,
    startLeadBots,
    findStoredMode,
    seedDemoHistory,
    seedSample,
    calendarOffset,
    getDemoReceipt,
    openCalendar,
  },
}
