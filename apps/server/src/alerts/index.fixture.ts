/** What tests and tools use of this module besides its public API. */
export { type Alerts, listAlerts, openAlerts } from './service/alerts.ts'
