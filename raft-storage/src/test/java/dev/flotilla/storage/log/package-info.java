/** What forced data survives, and what damage is noticed. */
package dev.flotilla.storage.log;
