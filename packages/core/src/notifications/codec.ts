/** Wire forms of notices. */
import type { BodyOf } from '../calls.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { NoticeTab } from './spec.ts'
import { type NoticeChannel, type NoticeTopic, noticeChannels } from './topics.ts'

/** One page of a customer's inbox. */
export type ListNoticesQuery = SortedRange & {
  readonly onlyUnread: boolean
  /** Null for all. */
  readonly tab: NoticeTab | null
}

/** Parses the request of `/api/user/noticeList`. */
export const listNoticesFromWire = (body: BodyOf<'/api/user/noticeList'>): ListNoticesQuery => ({
  ...sortedPageFromWire(body),
  onlyUnread: body.unread === 1,
  tab: body.tab ?? null,
})

/** Channels of one topic that change; what is omitted stays. */
export type SetSwitchesCommand = {
  readonly topic: NoticeTopic
  readonly channels: Readonly<Partial<Record<NoticeChannel, boolean>>>
}

/** Parses the request of `/api/user/setNoticeSwitches`. */
export const setSwitchesFromWire = (body: BodyOf<'/api/user/setNoticeSwitches'>): SetSwitchesCommand => ({
  topic: body.topic,
  channels: Object.fromEntries(
    noticeChannels.flatMap((channel) => {
      const state = body[channel]
      return state === undefined ? [] : [[channel, state === 1]]
    }),
  ),
})
