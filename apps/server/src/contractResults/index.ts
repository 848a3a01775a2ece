export { listAiTrades, listClosedPositions, listContractResults } from './store.ts'
