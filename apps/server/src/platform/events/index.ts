export { type EventHandler, startEventDispatcher } from './eventDispatcher.ts'
export { publishCommits, pushEventsTo } from './eventPushes.ts'
export { type DomainEvent, groupPushEvents, publishEvents, pushEvent } from './events.ts'
export { createHolders, type Holders } from './holders.ts'
export {
  addresses,
  createOwnMessages,
  type Messages,
  NotDeliveredError,
} from './messages.ts'
export { connectMessages } from './nats.ts'
