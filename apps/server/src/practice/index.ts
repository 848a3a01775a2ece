export { practiceRoutes } from './routes.ts'
export { type Calendar, calendarAhead, type DueJob, openCalendar } from './service/calendar.ts'
export { demo, loadSample, sampleStaff } from './service/sample.ts'
export { tradeSample } from './service/sampleTrades.ts'
