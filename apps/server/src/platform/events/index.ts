export { type EventHandler, startEventDispatcher } from './eventDispatcher.ts'
export { publishCommits, pushEventsTo } from './eventPushes.ts'
export { type DomainEvent, groupPushEvents, publishEvents, pushEvent } from './events.ts'
export {
  callAddress,
  createOwnMessages,
  feedAddress,
  fileAddress,
  type Messages,
  NotDeliveredError,
} from './messages.ts'
export { connectMessages } from './nats.ts'
