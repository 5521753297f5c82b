import { describe, expect, it } from 'vitest';
import { composedOperations } from '../../../src/connected/composed-operations.ts';
import { everyCall } from '../../../src/lib/contract/index.schema.ts';
import { syncTables } from '../../../src/lib/rules/sync/tables.ts';
import { allEndpoints, allOperations, connectedModes } from '../../../src/server/app.ts';
import type { Who } from '../../../src/server/core/http/who.ts';
import { operationNamed } from '../../support/api-door.ts';

const operations = allOperations();
const endpointOf = (name: string) => allEndpoints().find((each) => each.name === name)?.endpoint;

describe('operations', () => {
  it('with an address are the calls of the contract, each under its own name', () => {
    const ofContract = everyCall().map(({ name, call }) => [name, call] as const);
    const endpoints = allEndpoints().map(({ name, endpoint }) => [name, endpoint.address] as const);
    const byName = <T>(all: readonly (readonly [string, T])[]) => all.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(byName(endpoints)).toEqual(byName(ofContract));
  });

  it('that connected mode composes have a function there, and no other name has one', () => {
    const composed = [...connectedModes()].flatMap(([name, how]) => (how === 'composed' ? [name] : []));
    expect(Object.keys(composedOperations).toSorted()).toEqual(composed.toSorted());
  });
});

describe('operations that ask for re-authentication', () => {
  it('everything about rights, roles and access of the staff is among them', () => {
    for (const name of ['endUserRole', 'inviteStaff', 'resetFactors', 'updateRights']) {
      expect(operationNamed(`people.${name}`).operation.proof).toBe('always');
    }
  });

  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['a change of a person', 'people.updateUser', { full_name: 'Ana' }, false],
    ['a course whose end keeps the access', 'students.endCourse', { manter_acesso: true }, false],
    ['a course whose end ends the access', 'students.endCourse', {}, true],
    ['another e-mail', 'people.updateUser', { full_name: 'Ana', email: 'a@b.example' }, true],
    ['an order that moves on', 'orders.updateOrderStatus', { status_id: 4 }, false],
    ['an order that is cancelled', 'orders.updateOrderStatus', { status_id: -2 }, true],
    ['a block', 'people.setUserBlock', { bloqueado: true }, true],
    ['the whole log', 'people.listAudit', { limit: 20, offset: 0 }, true],
    ['the log of one person', 'people.listAudit', { alvo: 'user:7' }, false],
    ['the limit itself', 'finance.updateProofLimits', { centavos: 1, pontos: 1 }, true],
    ['a payment at the counter', 'finance.payAtCounter', { forma: 'dinheiro' }, false],
  ])('%s', (_what, name, input, asks) => {
    const { proof } = operationNamed(name).operation;
    expect(proof === 'always' || (typeof proof === 'function' && proof(input as never))).toBe(asks);
  });
});

/**
 * The open side, written by hand: the access matrix reads `who`, so it takes a wrong one for right. An operation that
 * opens fails here until its name is written.
 */
const namesIn = (text: string) => text.trim().split(/\s+/).toSorted();
const ofAnybody = namesIn(`
  account.verifyDocument
  auth.beginSecondStep auth.finishSecondStep auth.getSecondStep auth.login auth.loginWithBookCode
  auth.requestPasswordReset auth.resetPassword
  devices.getPushKey devices.reportEvent
  englishTest.startTest
  finance.cancelBoleto finance.issueBoleto finance.payWithCard finance.payWithPix
  promo.createLead promo.getPromo promo.getPromoSchool
`);
const ofHoldersOfASecret = namesIn(`
  abroad.getConsent abroad.giveConsent
  account.agreeToEmail account.checkEmailChange account.checkRegistrationChange account.confirmGuardian
  account.getAddress account.getAvatar account.getGuardianQuestion account.undoEmailChange
  account.undoRegistrationChange
  auth.acceptInvitation auth.openInvitation auth.registerWithBook
  books.checkEmptyBook books.getBook books.getBookFile
  club.acceptInvitation club.getInvitation club.getRewardPicture
  englishTest.answerItem englishTest.downloadCertificate englishTest.issueCertificate englishTest.resumeTest
  finance.downloadLinkReceipt finance.drawQrCode finance.getBill finance.receivePaymentWebhook
  finance.receivePixCallback
  inbox.getMailChoice inbox.setMailChoice
  onlineClasses.getFeed
  practice.checkEmptyBookTest practice.getEmptyBookContents practice.getEmptyBookTest
  promo.getPromoPicture
  travel.getCampaignPicture
`);
const ofEveryUser = namesIn(`
  abroad.createRequest abroad.getDraft abroad.getOwnRequest abroad.listDocuments abroad.listGroupBooks
  abroad.listGroups abroad.listRequestGroups abroad.saveDraft abroad.uploadDraftDocument
  account.checkEmail account.checkExists account.deleteAccount account.downloadExport account.exportData
  account.getChatToken account.getErasure account.getMe account.getOwnEmail account.keepAccount account.listConsents account.listFamily
  account.listSessions account.listSwitchable account.nameGuardian account.remindGuardian account.restartTours
  account.sendEmailVerification account.undoOwnEmail account.updateClub account.updatePassword account.updateProfile
  account.updateRegistration account.updateRelatedUsers account.uploadAvatar account.verifyEmail
  auth.beginProof auth.listFactors auth.logout auth.logoutEverywhere auth.proveSelf auth.renewRecoveryCodes
  books.linkBook books.listOwnBooks
  devices.listSubscriptions devices.subscribe devices.testPush devices.updatePwa devices.updateSubscription
  exchange.listExchangePayments exchange.simulateExchange
  finance.downloadStatement finance.getFinance finance.listPayWays finance.listTransactions
  inbox.countUnreadNotices inbox.getNoticePreferences inbox.listNotices inbox.markAllNoticesRead
  inbox.updateNoticePreferences
  onlineClasses.getFeedUrl onlineClasses.rotateFeedUrl
  orders.getCoupon orders.getProduct orders.listCoupons orders.updateCoupon
  pedagogico.getToday pedagogico.listClasses
  practice.getWeeklyGoal practice.listDueReviews practice.listMyBooks practice.updateWeeklyGoal
  tour.markTourDone
  travel.listCampaigns travel.listQrCodes
`);

/** What moves money or points, ends access, gives rights or takes data away. */
const rightsOfStaff: Readonly<Record<string, string>> = {
  'broadcasts.sendBroadcast': 'mensagens',
  'club.adjustPoints': 'clube',
  'club.createBonus': 'clube',
  'club.downloadMembers': 'clube',
  'club.setPointsWorth': 'clube of the whole school',
  'finance.cancelSchoolBill': 'financeiro',
  'finance.discountBill': 'financeiro',
  'finance.downloadMonthClose': 'financeiro',
  'finance.listPaymentAccounts': 'financeiro',
  'finance.noteRefund': 'financeiro',
  'finance.payAtCounter': 'financeiro',
  'finance.refundSchoolBill': 'financeiro',
  'finance.renegotiateBills': 'financeiro',
  'finance.undoCounterPayment': 'financeiro',
  'finance.updateProofLimits': 'financeiro of the whole school',
  'finance.updateSchoolTerms': 'financeiro',
  'leads.downloadLeads': 'contatos',
  'orders.createSchoolCoupon': 'financeiro of the whole school',
  'orders.updateSchoolProduct': 'financeiro of the whole school',
  'people.endUserRole': 'equipe',
  'people.inviteStaff': 'equipe',
  'people.joinAccount': 'alunos',
  'people.listAudit': 'equipe',
  'people.resetFactors': 'equipe',
  'people.setUserBlock': 'alunos',
  'people.updateRights': 'equipe',
  'people.updateUser': 'alunos',
  'promo.publishPromo': 'paginas of the whole school',
  'students.downloadStudents': 'alunos',
  'students.endCourse': 'alunos',
  'sync.createKey': 'equipe',
  'sync.createWebhook': 'equipe',
  'sync.renewWebhookSecret': 'equipe',
  'travel.downloadParticipants': 'viagens',
  'units.closeUnit': 'equipe of the whole school',
};

describe('S2 who may ask is as written here by name', () => {
  const all = [
    ...allEndpoints().map(({ name, endpoint: { who } }) => ({ name, who })),
    ...operations.map(({ name, operation: { who } }) => ({ name, who })),
  ];
  const namesOf = (isMeant: (who: Who) => unknown) =>
    all.flatMap(({ name, who }) => (isMeant(who) ? [name as string] : [])).toSorted();

  it('without a session', () => {
    expect(namesOf((who) => who.kind === 'visitor' && !who.secret)).toEqual(ofAnybody);
  });

  it('with a secret in place of a session', () => {
    expect(namesOf((who) => who.kind === 'visitor' && who.secret)).toEqual(ofHoldersOfASecret);
  });

  it('every user, with no look at a thing, a kind of person or a right', () => {
    expect(namesOf((who) => who.kind === 'user' && !who.of && !who.may && !who.right)).toEqual(ofEveryUser);
  });

  it.each(Object.entries(rightsOfStaff))('%s asks staff for %s', (name, right) => {
    const who = all.find((each) => each.name === name)?.who;
    expect(who?.kind === 'staff' && `${who.rights}${who.whole ? ' of the whole school' : ''}`).toBe(right);
  });
});

it.each(Object.entries(syncTables))(
  'the table %s is imported by staff with the right that it needs',
  (_, { right }) => {
    for (const name of ['listTables', 'importSheet', 'getSheet', 'uploadSheet', 'downloadSheetModel']) {
      const who = endpointOf(`sync.${name}`)?.who ?? operationNamed(`sync.${name}`).operation.who;
      expect(who.kind === 'staff' && who.rights).toContain(right);
    }
  },
);
