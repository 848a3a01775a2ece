export { deleteCharts as eraseDrawings, listCharts as drawingsOf } from './store.ts'
