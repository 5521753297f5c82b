/**
 * Our own calls (`/api/v1/portal/…`) in connected mode. They are answered here, for the user that the franchise's host
 * vouches for, but only where they need nothing that lives over there. Each call is in exactly one of these lists; a test
 * holds that.
 */

/** Need nothing of the school but who asks. */
export const answeredHere: ReadonlySet<string> = new Set([
  'account.getAddress',
  'account.verifyDocument',
  'account.exportData',
  'account.downloadExport',
  'englishTest.startTest',
  'englishTest.answerItem',
  'englishTest.resumeTest',
  'englishTest.verifyCertificate',
  'englishTest.issueCertificate',
  'englishTest.downloadCertificate',
  'inbox.listNotices',
  'inbox.countUnreadNotices',
  'inbox.markNoticeRead',
  'inbox.markAllNoticesRead',
  'inbox.getNoticePreferences',
  'inbox.updateNoticePreferences',
  'promo.createLead',
]);

/** Are put together from calls of the specification, which the franchise's hosts answer: see `composed.ts`. */
export const composedHere: ReadonlySet<string> = new Set([
  'auth.logout',
  'finance.listBills',
  'orders.getOrder',
  'orders.quoteOrder',
  'devices.getPushKey',
  'broadcasts.listAudienceChoices',
  'broadcasts.listTemplates',
]);

const needs = (area: string, names: string, why: string) =>
  names.split(' ').map((name): [string, string] => [`${area}.${name}`, why]);
const theirAccounts = 'accounts, sessions and passwords are theirs';
const theirMoney = 'bills and what was paid are theirs';
const theirClasses = 'classes and lessons are theirs';
const theirStaff = 'staff change what is theirs in their own system';
const theirContents = 'what is practised, and with which numbers, is theirs';
const theirClub = 'points are theirs';
const theirPush = 'they keep the devices and send with a key of theirs';

/** Need what only the embedded school has; answered with 501 and one clear sentence. The text says what is missing. */
export const switchedOff: ReadonlyMap<string, string> = new Map([
  ...needs('account', 'uploadAvatar getAvatar listSwitchable switchAccount listSessions endSession', theirAccounts),
  ...needs('account', 'getOwnEmail undoOwnEmail checkEmailChange undoEmailChange agreeToEmail', theirAccounts),
  ...needs('account', 'listFamily getChild', theirAccounts),
  ...needs('account', 'nameGuardian remindGuardian getGuardianQuestion confirmGuardian', theirAccounts),
  ...needs('account', 'getErasure deleteAccount keepAccount listConsents', theirAccounts),
  ...needs('account', 'restartTours', 'the list of tours done is theirs, and no call clears it'),
  ...needs('account', 'createDocument downloadDocument', 'enrolments and grades are theirs'),
  ...needs('auth', 'registerWithBook logoutEverywhere', theirAccounts),
  ...needs(
    'finance',
    'receivePaymentWebhook getPaymentLink getBill drawQrCode downloadReceipt downloadLinkReceipt',
    theirMoney,
  ),
  ...needs('finance', 'listTransactions downloadStatement', theirMoney),
  ...needs('exchange', 'getExchangePayment listExchangePayments', theirMoney),
  ...needs('orders', 'listProducts', 'no call of theirs lists products'),
  ...needs('orders', 'updateOrderStatus listSchoolOrders getSchoolOrder', theirStaff),
  ...needs('absences', 'listAbsences reportAbsence withdrawAbsence', theirClasses),
  ...needs('absences', 'listReplacements bookReplacement cancelReplacement', theirClasses),
  ...needs('absences', 'listSchoolAbsences decideAbsence listSchoolReplacements recordReplacement', theirStaff),
  ...needs('onlineClasses', 'getFeedUrl rotateFeedUrl getFeed getLessonEvent downloadMaterial', theirClasses),
  ...needs('practice', 'saveAudioPosition saveReviews listDueReviews getPracticeTest', theirContents),
  ...needs('practice', 'submitPracticeTest getOfflinePackage getWeeklyGoal updateWeeklyGoal', theirContents),
  ...needs(
    'club',
    'getEarning cancelRedemption downloadPoints getInvitation acceptInvitation getRewardPicture',
    theirClub,
  ),
  ...needs('club', 'listManagedRewards createReward updateReward archiveReward uploadRewardPicture', theirStaff),
  ...needs('club', 'listPointRules updatePointRule listMembers adjustPoints getMemberStatement', theirStaff),
  ...needs(
    'club',
    'reversePoints listManagedRedemptions setRedemptionStatus listReferrals setReferralStatus',
    theirStaff,
  ),
  ...needs('club', 'getClubFigures downloadClubFigures confirmReferralEnrolment', theirStaff),
  ...needs('people', 'getUserAccess setUserBlock endUserRole', theirStaff),
  ...needs('people', 'listUnlinked joinAccount refuseProposal', theirStaff),
  ...needs('people', 'updateUser getUserDelivery listAudit findBook linkUserBook renewBookCode', theirStaff),
  ...needs(
    'inbox',
    'listNoticeKinds updateNoticeKind getSchoolQuiet updateSchoolQuiet',
    'what happens in classes, bills and orders is theirs',
  ),
  ...needs('devices', 'reportEvent testPush', theirPush),
  ...needs('broadcasts', 'cancelBroadcast previewAudience createTemplate deleteTemplate', theirPush),
  ...needs(
    'abroad',
    'getDraft saveDraft uploadDraftDocument deleteDraftDocument sendDraft',
    'their request has no draft',
  ),
  ...needs('abroad', 'sendConsentLink getConsent giveConsent downloadUsaDocument', 'requests and documents are theirs'),
  ...needs('travel', 'listCampaigns leaveCampaign downloadTickets getCampaignPicture', 'campaigns are theirs'),
  ...needs('travel', 'listDoors getDoor scanTicket', theirStaff),
  ...needs(
    'travel',
    'listManagedCampaigns getManagedCampaign createCampaign updateCampaign publishCampaign',
    theirStaff,
  ),
  ...needs('travel', 'uploadCampaignPicture listParticipants downloadParticipants cancelParticipation', theirStaff),
  ...needs('travel', 'listTicketBatches makeTickets printTickets', theirStaff),
  ...needs('abroad', 'listSchoolRequests getSchoolRequest reviewDocument decideRequest', theirStaff),
  ...needs('abroad', 'listSchoolTrips getSchoolTrip listTripChoices createTrip updateTrip setTripState', theirStaff),
]);
