import type { Finding, Rule } from '../rule.ts'
import { lineAt, type SourceFile } from '../tree.ts'

/** Names of fields of the wire, each with the name inside. `words` has those that no code outside the wire has. */
const wireFields: ReadonlyMap<string, string> = new Map([
  ['BodyOf', 'a command or a query of the domain'],
  ['pageNum', 'a page range'],
  ['orderByColumn', 'orderBy'],
  ['isAsc', 'direction'],
  ['typeid', 'productId'],
  ['interesttype', 'method'],
  ['retesid', 'cycleId'],
  ['basicrate', 'cycleId'],
  ['stoploss', 'stopLossPercent'],
  ['buymoney', 'principal'],
  ['creditmoney', 'credit'],
  ['amout', 'coins'],
  ['realprice', 'paid'],
  ['forntpic', 'front'],
  ['rete2', 'compound.rate'],
  ['freezedate2', 'compound.days'],
  ['reteList', 'further'],
  ['rete', 'rate'],
  ['freezedate', 'days'],
  ['minbuymoney', 'min'],
  ['maxbuymoney', 'max'],
  ['redeemdays', 'redeemDays'],
  ['redeemfee', 'redeemFee'],
  ['leaduid', 'leadUid'],
  ['leadid', 'leadId'],
  ['leadfee', 'leadFeePpm'],
  ['maxmultiple', 'maxMultiple'],
  ['copystop', 'copyStopPercent'],
  ['exitlevy', 'exitLevyPpm'],
  ['unitprice', 'unitPrice'],
  ['isnormal', 'kind'],
  ['riskscore', 'riskScore'],
  ['maxdrawdown', 'maxDrawdown'],
  ['endreason', 'endReason'],
  ['inprofit', 'inProfit'],
  ['waived', 'isWaived'],
  ['putin', 'putIn'],
  ['paidout', 'paidOut'],
  ['entryprice', 'entryPrice'],
  ['exitprice', 'exitPrice'],
  ['copyvalue', 'copyValue'],
  ['userphoto', 'avatar'],
  ['likenum', 'likes'],
  ['commentnum', 'comments'],
  ['replynum', 'replies'],
  ['toreplyid', 'answersId'],
  ['replyphone', 'answeredPhone'],
  ['replycontent', 'answeredContent'],
  ['scontent', 'speech.content'],
  ['ccontent', 'comment.content'],
  ['minprice', 'min'],
  ['maxprice', 'max'],
  ['experiencefund', 'wallets.experience'],
  ['letterword', 'letterWord'],
  ['totalincome', 'total'],
  ['yestodayincome', 'yesterday'],
  ['oidUrl', 'link'],
  ['usercount', 'clients'],
  ['monthmax', 'maxMonth'],
  ['creatTime', 'createdMs'],
  ['onlinepaytype', 'statements'],
  ['bptime', 'createdMs'],
  ['bpbalance', 'amount'],
  ['bpprice', 'amount'],
  ['isverified', 'state'],
  ['name_en', 'method'],
  ['banktype', 'method'],
  ['emailproven', 'isEmailProven'],
  ['phoneproven', 'isPhoneProven'],
  ['contractwallet', 'wallets.contract'],
  ['secondcontractwallet', 'wallets.contract2'],
  ['coinwallet', 'wallets.coin'],
  ['twostep', 'hasTwoStep'],
  ['recoverycodes', 'recoveryCodes'],
  ['pauseuntil', 'sendingPausedUntilMs'],
  ['rateTime', 'rateMs'],
  ['paidtime', 'paidMs'],
  ['graceend', 'graceEndsMs'],
  ['transfervalue', 'amount'],
  ['typeReverse', 'from and to'],
  ['toAccount', 'account'],
  ['accountType', 'kind'],
  ['signincount', 'streak'],
  ['onboardStatus', 'isSignedToday'],
  ['noticeType', 'newcomerTasks'],
  ['minmoney', 'minAssets'],
  ['maxmoney', 'maxAssets'],
  ['money2', 'streakMoney'],
  ['maxtimes', 'trades'],
  ['update_time', 'updatedMs'],
  ['readnum', 'reads'],
  ['picthumb', 'thumbnail'],
  ['bannertype', 'type'],
  ['bartype', 'menu'],
  ['countrycode', 'countryCode'],
])
const fieldPattern = new RegExp(`\\b(?:${[...wireFields.keys()].join('|')})\\b`, 'g')

/** Services and stores of modules, and the pages of both sites. */
const insidePattern = /^apps\/(?:server\/src\/.*\/(?:service|store)(?:\/|\.ts$)|(?:web|staff)\/src\/)/

const isInside = (path: string): boolean =>
  insidePattern.test(path) &&
  /\.tsx?$/.test(path) &&
  !/\.(?:test|fixture)\.tsx?$/.test(path) &&
  !/(?:^|\/)(?:wire|codec)\.ts$/.test(path)

const findingsOf = (file: SourceFile): readonly Finding[] =>
  [...file.readings().code.matchAll(fieldPattern)].map(({ 0: name, index }) => ({
    path: file.path,
    line: lineAt(file.text, index),
    sentence: `“${name}” belongs to the wire; a codec turns it into ${wireFields.get(name)}`,
  }))

/** Names of the wire stay out of services, stores and pages, which know commands, queries and objects of the domain. */
export const wireBoundary: Rule = {
  name: 'wire-boundary',
  check: (tree) => tree.files.filter(({ path }) => isInside(path)).flatMap(findingsOf),
}
