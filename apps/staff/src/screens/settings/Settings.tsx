import type { DataOf } from '@glasshouse/core/calls'
import { type SettingChange, settingChangesFromWire } from '@glasshouse/core/content/settings/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { showToast } from '@glasshouse/ui/Toast'
import { type ComponentProps, useState } from 'react'
import { useInvalidate, useMutation, useQueryCall } from '../../data/query.ts'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { formatAmount, formatDay, instantText, wholeText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { type SettingGroup, settingGroupOf, settingGroups, settingText } from '../../words/settings.ts'
import { AiSwitch } from './AiSwitch.tsx'
import { settingEffect } from './effect.ts'
import styles from './Settings.module.css'
import { validateSetting } from './value.ts'

type Setting = DataOf<'/staff/api/configList'>[number]

/** Settings that can be changed at runtime, each with its range and history. */
export default function Settings() {
  const [tab, setTab] = useState<'settings' | 'history'>('settings')
  const [key, setKey] = useState<string | null>(null)
  const showHistory = (of: string) => {
    setKey(of)
    setTab('history')
  }
  return (
    <ConsolePage title="Settings" note="No setting holds a price, a result or a balance.">
      <ApprovalRequests of={['configSet']} />
      <AiSwitch />
      <Tabs
        id="settings"
        label="Settings"
        className={styles.tabs}
        tabs={[
          { id: 'settings', label: 'Current' },
          { id: 'history', label: 'History' },
        ]}
        value={tab}
        onChange={(next) => {
          setTab(next)
          setKey(null)
        }}
      />
      <TabPanel id="settings" tab={tab}>
        {tab === 'settings' ? <InForce onHistory={showHistory} /> : <History key={key ?? ''} of={key} />}
      </TabPanel>
    </ConsolePage>
  )
}

/** Values of 13 digits are instants in epoch milliseconds. */
const isInstant = (value: string): boolean => /^\d{13}$/.test(value)

const formatValue = ({ kind, value }: Pick<Setting, 'kind' | 'value'>): string => {
  if (kind === 'amount') return formatAmount(value)
  if (kind === 'text' || !/^\d{1,15}$/.test(value)) return value
  const integer = Number.parseInt(value, 10)
  return isInstant(value) ? instantText(integer) : wholeText(integer)
}

const rangeText = ({ kind, min, max }: Setting): string =>
  kind === 'text'
    ? `at most ${max} letters`
    : `${formatValue({ kind, value: min })} to ${formatValue({ kind, value: max })}`

const groupChoices = [
  { value: 'all', label: 'All' },
  ...Object.entries(settingGroups).map(([value, label]) => ({ value: value as SettingGroup, label })),
] as const

function Name({ setting: { key, meaning } }: { setting: Setting }) {
  return (
    <span className={styles.setting}>
      <b>{settingText(key)}</b>
      <span>{meaning}</span>
      <code>{key}</code>
    </span>
  )
}

function Value({ setting }: { setting: Setting }) {
  return (
    <span className={styles.value}>
      {formatValue(setting)}
      {setting.value !== setting.fallback && (
        <small>shipped as {formatValue({ ...setting, value: setting.fallback })}</small>
      )}
    </span>
  )
}

function Readers({ setting: { public: isPublic, needsTwo } }: { setting: Setting }) {
  return (
    <span className={styles.badges}>
      <Badge>{isPublic ? 'everybody' : 'staff'}</Badge>
      {needsTwo && <Badge tone="warn">two managers</Badge>}
    </span>
  )
}

function ChangeButton({ setting, onOpen }: { setting: Setting; onOpen: (setting: Setting) => void }) {
  const reason = managerOnlyReason(useCurrentStaff())
  return (
    <Button
      size="s"
      aria-label={`Change ${settingText(setting.key)}`}
      reason={reason ? true : undefined}
      title={reason ?? undefined}
      onClick={() => onOpen(setting)}
    >
      Change
    </Button>
  )
}

const columnsOf = (
  onHistory: (key: string) => void,
  onOpen: (setting: Setting) => void,
): ComponentProps<typeof RecordList<Setting>>['columns'] => [
  {
    id: 'key',
    title: 'Setting',
    value: ({ key, meaning }) => `${settingText(key)}, ${key}: ${meaning}`,
    cell: (setting) => <Name setting={setting} />,
  },
  {
    id: 'value',
    title: 'Value',
    align: 'right',
    value: ({ value }) => value,
    cell: (setting) => <Value setting={setting} />,
  },
  { id: 'range', title: 'Safe range', align: 'right', value: rangeText },
  {
    id: 'who',
    className: styles.who,
    title: 'Seen by',
    value: ({ public: isPublic }) => (isPublic ? 'everybody' : 'staff'),
    cell: (setting) => <Readers setting={setting} />,
  },
  {
    id: 'changed',
    title: 'Changed',
    align: 'right',
    value: ({ changed }) => changed,
    cell: ({ key, changed }) =>
      changed === null ? (
        'never'
      ) : (
        <Button size="s" variant="quiet" onClick={() => onHistory(key)}>
          {formatDay(changed)}
        </Button>
      ),
  },
  {
    id: 'act',
    title: '',
    bone: 0,
    align: 'right',
    value: () => null,
    cell: (setting) => <ChangeButton setting={setting} onOpen={onOpen} />,
  },
]

function InForce({ onHistory }: { onHistory: (key: string) => void }) {
  const list = useQueryCall('/staff/api/configList', {})
  const [group, setGroup] = useState<SettingGroup | 'all'>('all')
  const [opened, setOpened] = useState<Setting | null>(null)
  const data = list.data?.filter(({ key }) => group === 'all' || settingGroupOf(key) === group)
  return (
    <>
      <SegmentedControl
        className={styles.groups}
        label="Group of settings"
        look="chips"
        options={groupChoices}
        value={group}
        onChange={setGroup}
      />
      <RecordList<Setting>
        name="settings"
        caption={group === 'all' ? 'Settings in force' : settingGroups[group]}
        size="roomy"
        list={{ ...list, data }}
        rowKey={({ key }) => key}
        empty={{ icon: 'sliders', title: 'There is no setting' }}
        columns={columnsOf(onHistory, setOpened)}
      />
      {opened && <ChangeSetting setting={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function ChangeSetting({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/configSet')
  const [value, setValue] = useState(setting.value)
  const wrong = validateSetting(setting, value.trim())
  const act = async () => {
    const done = await command.run({ key: setting.key, value: value.trim() })
    if (done === null) return
    showToast(
      done.waits
        ? {
            title: 'It waits for a second manager',
            text: 'Applies once another manager approves within 24 hours.',
          }
        : { title: `${settingText(setting.key)}: ${formatValue(done)}` },
    )
    reload('/staff/api/configList', '/staff/api/configHistory', '/staff/api/proposalList')
    onClose()
  }
  const same = value.trim() === setting.value
  const shipped = firstThatPasses([setting.fallback], (text) => validateSetting(setting, text) === null)
  const field = {
    label: 'Value',
    limits: rangeText(setting),
    value,
    onChange: setValue,
    error: wrong,
    fix:
      shipped === null || setting.value === shipped
        ? undefined
        : {
            text: `Shipped: ${formatValue({ ...setting, value: shipped })}`,
            onUse: () => setValue(shipped),
          },
  }
  return (
    <ConfirmDialog
      title={settingText(setting.key)}
      consequence={`${setting.meaning}. ${
        setting.needsTwo
          ? 'It changes when a second manager asks for the same value within 24 hours.'
          : 'It takes effect at once; what was agreed before keeps its terms.'
      }`}
      act={
        same
          ? 'Change'
          : `Change ${formatValue(setting)} to ${formatValue({ ...setting, value: value.trim() })}`
      }
      busy={command.busy && 'Changing'}
      problem={command.problem}
      locked={same ? 'Value unchanged.' : wrong === null ? null : ''}
      onAct={() => void act()}
      onClose={onClose}
    >
      {setting.kind === 'text' ? (
        <Field {...field} />
      ) : (
        <NumberField
          {...field}
          whole={setting.kind === 'whole'}
          unit={setting.kind === 'amount' ? 'USDT' : undefined}
        />
      )}
      <p className={styles.effect} aria-live="polite">
        {wrong === null && !same && settingEffect(setting.key, setting.value, value.trim())}
      </p>
    </ConfirmDialog>
  )
}

const pageSize = 25

function History({ of }: { of: string | null }) {
  const list = useRecordPages(
    '/staff/api/configHistory',
    of === null ? {} : { key: of },
    pageSize,
    settingChangesFromWire,
  )
  return (
    <RecordList<SettingChange>
      name="settings-history"
      caption={
        of === null ? 'Changes of settings, newest first' : `Changes of ${settingText(of)}, newest first`
      }
      list={list}
      rowKey={({ id }) => id}
      tools={of && <Badge tone="brand">{settingText(of)}</Badge>}
      empty={{ icon: 'clock', title: 'Nothing was changed yet' }}
      columns={[
        { id: 'time', title: 'Time', value: ({ atMs }) => atMs, cell: ({ atMs }) => instantText(atMs) },
        { id: 'key', title: 'Setting', value: ({ key }) => settingText(key) },
        { id: 'before', title: 'From', align: 'right', value: ({ before }) => before },
        { id: 'after', title: 'To', align: 'right', value: ({ after }) => after },
        {
          id: 'staff',
          title: 'By',
          align: 'right',
          value: ({ staffId }) => staffId,
          cell: ({ staffId }) => `staff ${staffId}`,
        },
      ]}
      pagesLabel="Pages of the history"
    />
  )
}
