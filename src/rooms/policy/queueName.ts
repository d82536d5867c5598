/** The name of a dispatch queue: those of a policy have numbers. */
export const queueName = (name: string): string => (/^\d+$/.test(name) ? `DSQ ${name}` : name);
