export { listBrokers, listReferrers, updateBrokers } from './store.ts'
