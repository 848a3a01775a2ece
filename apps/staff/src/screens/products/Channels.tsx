import {
  type ChannelView,
  channelFromWire,
  channelsFromWire,
  saveChannelToWire,
} from '@glasshouse/core/deposits/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useDecodedCall, useInvalidate, useMutation } from '../../data/query.ts'
import { formatAmount } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import styles from './Products.module.css'

/** The fields of a channel as typed; `on` is 1 or 0. */
type Draft = Record<'code' | 'name' | 'adapter' | 'min' | 'max' | 'options' | 'on' | 'place', string>

const empty: Draft = {
  code: '',
  name: '',
  adapter: 'sandbox',
  min: '',
  max: '',
  options: '',
  on: '1',
  place: '1',
}

const draftOf = (channel: ChannelView): Draft => ({
  code: channel.code,
  name: channel.name,
  adapter: channel.adapter,
  min: formatUsdt(channel.min),
  max: formatUsdt(channel.max),
  options: channel.options.join(','),
  on: channel.isOn ? '1' : '0',
  place: String(channel.place),
})

/** Online deposit channels, including disabled ones. */
export function Channels() {
  const me = useCurrentStaff()
  const list = useDecodedCall('/staff/api/payChannelList', {}, channelsFromWire)
  const [opened, setOpened] = useState<ChannelView | 'new' | null>(null)
  return (
    <>
      <RecordList<ChannelView>
        name="channels"
        caption="Online deposit channels"
        list={list}
        rowKey={({ code }) => code}
        empty={{
          icon: 'download',
          title: 'There is no channel',
          text: 'Customers can still deposit on a chain.',
        }}
        tools={
          <Button reason={managerOnlyReason(me) ?? undefined} onClick={() => setOpened('new')}>
            Add a channel
          </Button>
        }
        columns={[
          { id: 'code', title: 'Code', value: ({ code }) => code },
          { id: 'name', title: 'Name', value: ({ name }) => name },
          { id: 'adapter', title: 'Provider', value: ({ adapter }) => adapter },
          {
            id: 'min',
            title: 'From',
            align: 'right',
            value: ({ min }) => formatUsdt(min),
            cell: ({ min }) => formatAmount(formatUsdt(min)),
          },
          {
            id: 'max',
            title: 'To',
            align: 'right',
            value: ({ max }) => formatUsdt(max),
            cell: ({ max }) => formatAmount(formatUsdt(max)),
          },
          { id: 'options', title: 'Buttons', value: ({ options }) => options.join(', ') },
          { id: 'place', title: 'Place', align: 'right', value: ({ place }) => place },
          {
            id: 'state',
            title: 'State',
            value: stateOf,
            cell: (channel) => (
              <Badge tone={channel.isOpen ? 'brand' : channel.isOn ? 'warn' : 'plain'}>
                {stateOf(channel)}
              </Badge>
            ),
          },
          {
            id: 'act',
            title: '',
            bone: 0,
            align: 'right',
            value: () => null,
            cell: (channel) => (
              <Button
                size="s"
                aria-label={`Change ${channel.name}`}
                reason={managerOnlyReason(me) ? true : undefined}
                title={managerOnlyReason(me) ?? undefined}
                onClick={() => setOpened(channel)}
              >
                Change
              </Button>
            ),
          },
        ]}
      />
      {opened && <ChangeChannel channel={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const adapters = [
  { value: 'sandbox', label: 'Practice gateway' },
  { value: 'btcpay', label: 'BTCPay Server' },
] as const

const requestOf = (draft: Draft, place: number) =>
  saveChannelToWire({
    code: draft.code.trim(),
    name: draft.name.trim(),
    adapter: draft.adapter === 'btcpay' ? 'btcpay' : 'sandbox',
    min: draft.min.trim(),
    max: draft.max.trim(),
    options: draft.options.replace(/\s/g, ''),
    isOn: draft.on === '1',
    place,
  })

const stateOf = ({ isOn, isOpen }: ChannelView): string =>
  isOpen ? 'open' : isOn ? 'on, but its adapter is not there' : 'off'

function ChangeChannel({ channel, onClose }: { channel: ChannelView | 'new'; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/payChannelSave')
  const isNew = channel === 'new'
  const [draft, setDraft] = useState<Draft>(isNew ? empty : draftOf(channel))
  const set = (name: keyof Draft) => (text: string) => setDraft({ ...draft, [name]: text })
  const position = /^\d{1,4}$/.test(draft.place.trim()) ? Number.parseInt(draft.place, 10) : null
  const isFilled = [draft.code, draft.name, draft.min, draft.max].every((text) => text.trim() !== '')
  const act = async () => {
    if (position === null) return
    const done = await command.run(requestOf(draft, position))
    if (done === null) return
    showToast({ title: `${done.name}: ${stateOf(channelFromWire(done))}` })
    reload('/staff/api/payChannelList')
    onClose()
  }
  return (
    <ConfirmDialog
      size="wide"
      title={isNew ? 'Add a channel' : channel.name}
      consequence="Customers see it at once. What they began through it goes on to its end."
      act={isNew ? 'Add' : 'Change'}
      busy={command.busy && 'Saving'}
      problem={command.problem}
      locked={
        !isFilled ? 'Fill code, name and both limits.' : position === null ? 'Place is a whole number.' : null
      }
      onAct={() => void act()}
      onClose={onClose}
    >
      <ChannelFields draft={draft} isNew={isNew} set={set} />
    </ConfirmDialog>
  )
}

function ChannelFields({
  draft,
  isNew,
  set,
}: {
  draft: Draft
  isNew: boolean
  set: (name: keyof Draft) => (text: string) => void
}) {
  return (
    <>
      <div className={styles.pair}>
        <Field
          label="Code"
          limits="a-z 0-9 - _"
          maxLength={32}
          locked={!isNew}
          value={draft.code}
          onChange={set('code')}
        />
        <Field label="Name" maxLength={60} value={draft.name} onChange={set('name')} />
        {isNew && (
          <Select
            label="Provider"
            options={adapters}
            value={draft.adapter === 'btcpay' ? 'btcpay' : 'sandbox'}
            onChange={set('adapter')}
          />
        )}
        <NumberField label="Place" limits="in the list" whole value={draft.place} onChange={set('place')} />
        <NumberField label="Minimum" unit="USDT" value={draft.min} onChange={set('min')} />
        <NumberField label="Maximum" unit="USDT" value={draft.max} onChange={set('max')} />
        <Field
          label="Amounts on buttons"
          limits="comma list"
          value={draft.options}
          onChange={set('options')}
        />
      </div>
      <SegmentedControl
        label="State"
        options={[
          { value: '1', label: 'On' },
          { value: '0', label: 'Off' },
        ]}
        value={draft.on}
        onChange={set('on')}
      />
    </>
  )
}
