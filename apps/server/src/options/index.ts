export type { OrderRow as OptionOrder } from './schema.ts'
export { listOptions, optionReceipt } from './service/list.ts'
export { buyOption } from './service/place.ts'

export type { OptionDeps } from './service/terms.ts'

export {
  listResultDays as listOptionResults,
  listSettled as listSettledOptions,
} from './store/results.ts'
