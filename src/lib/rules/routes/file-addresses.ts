/** CONST-08. */
export const SERVICE_WORKER_PATH = '/service-worker.js';

/** Addresses that download files of activities and lessons: calls of the API, never pages. */
export const fileAddresses = {
  sent: (activityId: number, n: number) => `/api/v1/turma-aluno-atividades/${activityId}/download-atividade/${n}/`,
  correction: (activityId: number, n: number) => `/api/v1/turma-aluno-atividades/${activityId}/download-correcao/${n}/`,
  /** For the teacher of a submission. `isDownload`: as an attachment, not for display. */
  ofWork: (workId: number, tipo: 'envio' | 'correcao', n: number, isDownload = false) =>
    `/api/v1/portal/teaching/handed-in/${workId}/${tipo}/${n}/${isDownload ? '?baixar=1' : ''}`,
  material: (lessonId: number, n: number) => `/api/v1/portal/lessons/${lessonId}/materials/${n}/`,
  /** The same for the lesson’s teacher. */
  taughtMaterial: (lessonId: number, n: number) => `/api/v1/portal/teaching/lessons/${lessonId}/materials/${n}/`,
};

/** The receipt of the user's paid bill. */
export const receiptPath = (parcelaId: number) => `/api/v1/portal/receipts/${parcelaId}/`;

/** The receipt of the bill of a payment link. */
export const linkReceiptPath = (token: string) => `/api/v1/portal/bills/${encodeURIComponent(token)}/receipt/`;

/** The receipt of a paid bill, for the staff. */
export const schoolReceiptPath = (parcelaId: number) => `/api/v1/portal/manager/finance/bills/${parcelaId}/receipt/`;
