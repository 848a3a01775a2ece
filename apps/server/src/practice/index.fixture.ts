/** What tests and tools use of this module besides its public API. */

export { practiceRoutes } from './routes.ts'
export { type Calendar, openCalendar } from './service/calendar.ts'
export { seedPracticeData } from './service/sample.ts'
export { loadSampleContent } from './service/sampleContent.ts'
