import { addresses, type Holders, type Messages } from '../../../platform/events/index.ts'
import type { PartitionTerms } from '../../store/partitions.ts'
import { answerEngineRequests, type EngineRequestDeps } from './engineRequests.ts'

const announceEveryMs = 500

export type ServePartitionsDeps = EngineRequestDeps & {
  readonly messages: Messages
  /** Answers the calls of its customers, which another process admitted. */
  readonly answerCall: (call: unknown) => Promise<unknown>
  /**
   * Says nothing as long as no other engine is heard and it holds all partitions: calls that go to no partition go to the
   * leader, so the leader's engine need not be announced before.
   */
  readonly isLeader?: boolean
  /** Which calls it answers now besides those of contracts; none if absent. */
  readonly alsoAnswers?: () => readonly NonNullable<Parameters<Holders['engineOf']>[1]>[]
}

/**
 * Announces the partitions that an engine holds, and answers the calls of their customers and what other processes ask
 * about their wallets. Returns how to stop.
 */
export const servePartitions = ({
  messages,
  engine,
  untilHeard,
  log,
  answerCall,
  isLeader = false,
  alsoAnswers = () => [],
}: ServePartitionsDeps): (() => Promise<void>) => {
  const answerRequest = answerEngineRequests({ engine, untilHeard, log })
  const served = new Map<string, () => Promise<unknown>>()
  let held: PartitionTerms = new Map()
  let hasCompany = !isLeader
  const announce = (): void => {
    if (hasCompany && held.size > 0) messages.publish('partitions', { terms: [...held], also: alsoAnswers() })
  }
  const serve = (partition: number, term: number): (() => Promise<unknown>) => {
    const stops = [
      messages.serve(addresses.calls({ partition, term }), answerCall),
      messages.serve(addresses.engine({ partition, term }), answerRequest),
    ]
    return () => Promise.all(stops.map((stop) => stop()))
  }
  const sync = (terms: PartitionTerms): void => {
    held = terms
    const names = new Map(
      [...terms].map(([partition, term]) => [`${partition}.${term}`, { partition, term }]),
    )
    for (const [name, stop] of served)
      if (!names.has(name)) {
        served.delete(name)
        // What has arrived is answered, or refused by who does not decide any more.
        void stop()
      }
    for (const [name, { partition, term }] of names)
      if (!served.has(name)) served.set(name, serve(partition, term))
    announce()
  }
  const stops = [
    engine.onHeld(sync),
    messages.subscribe('partitions', (_, from) => {
      if (from === 'other') hasCompany = true
    }),
  ]
  const announcing = setInterval(announce, announceEveryMs)
  return async () => {
    clearInterval(announcing)
    for (const stop of stops) stop()
    await Promise.all([...served.values()].map((stop) => stop()))
  }
}
