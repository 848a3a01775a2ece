export { listAlerts } from './service/alerts.ts'
export { deleteAlertsOf } from './store.ts'
