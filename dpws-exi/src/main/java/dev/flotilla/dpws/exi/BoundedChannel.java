package dev.flotilla.dpws.exi;

import com.siemens.ct.exi.core.io.channel.BitDecoderChannel;
import com.siemens.ct.exi.core.io.channel.DecoderChannel;
import com.siemens.ct.exi.core.types.DateTimeType;
import com.siemens.ct.exi.core.values.BooleanValue;
import com.siemens.ct.exi.core.values.DateTimeValue;
import com.siemens.ct.exi.core.values.DecimalValue;
import com.siemens.ct.exi.core.values.FloatValue;
import com.siemens.ct.exi.core.values.IntegerValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * The bits of a message. EXIficient allocates what a message says about its lengths, and lets a
 * number be as long as the message; here a length is at most what the message has, and a number has
 * 63 bits.
 */
final class BoundedChannel implements DecoderChannel {
  private static final int MORE = 0x80;
  private static final int VALUE_BITS = 7;
  private static final int MAX_SHIFT = 56;

  private final DecoderChannel bits;
  private final int messageBytes;
  private final long maxNumber;

  BoundedChannel(byte[] message, int offset, int length) {
    this.bits = new BitDecoderChannel(new ByteArrayInputStream(message, offset, length));
    this.messageBytes = length;
    this.maxNumber = Math.max(Character.MAX_CODE_POINT, (long) Byte.SIZE * length);
  }

  @Override
  public int decode() throws IOException {
    return bits.decode();
  }

  @Override
  public void align() throws IOException {
    bits.align();
  }

  @Override
  public void skip(long bytes) throws IOException {
    bits.skip(bytes);
  }

  @Override
  public int decodeNBitUnsignedInteger(int bitCount) throws IOException {
    return bits.decodeNBitUnsignedInteger(bitCount);
  }

  @Override
  public IntegerValue decodeNBitUnsignedIntegerValue(int bitCount) throws IOException {
    return bits.decodeNBitUnsignedIntegerValue(bitCount);
  }

  @Override
  public boolean decodeBoolean() throws IOException {
    return bits.decodeBoolean();
  }

  @Override
  public BooleanValue decodeBooleanValue() throws IOException {
    return bits.decodeBooleanValue();
  }

  @Override
  public byte[] decodeBinary() throws IOException {
    byte[] value = new byte[length(decodeUnsignedInteger())];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) bits.decode();
    }
    return value;
  }

  @Override
  public char[] decodeString() throws IOException {
    return decodeStringOnly(decodeUnsignedInteger());
  }

  @Override
  public char[] decodeStringOnly(int chars) throws IOException {
    return bits.decodeStringOnly(length(chars));
  }

  @Override
  public int decodeUnsignedInteger() throws IOException {
    long value = unsigned();
    if (value > maxNumber) {
      throw new IOException("a length or code is " + value + ", more than the message allows");
    }
    return (int) value;
  }

  @Override
  public IntegerValue decodeUnsignedIntegerValue() throws IOException {
    return IntegerValue.valueOf(unsigned());
  }

  @Override
  public IntegerValue decodeIntegerValue() throws IOException {
    boolean isNegative = decodeBoolean();
    long value = unsigned();
    return IntegerValue.valueOf(isNegative ? -value - 1 : value);
  }

  @Override
  public DecimalValue decodeDecimalValue() throws IOException {
    boolean isNegative = decodeBoolean();
    IntegerValue integral = decodeUnsignedIntegerValue();
    return new DecimalValue(isNegative, integral, decodeUnsignedIntegerValue());
  }

  @Override
  public FloatValue decodeFloatValue() throws IOException {
    return bits.decodeFloatValue();
  }

  @Override
  public DateTimeValue decodeDateTimeValue(DateTimeType type) throws IOException {
    return bits.decodeDateTimeValue(type);
  }

  /** Each element of what follows takes a byte at least. */
  private int length(int elements) throws IOException {
    if (elements > messageBytes) {
      throw new IOException("a length is " + elements + ", more than the message has bytes");
    }
    return elements;
  }

  /** An Unsigned Integer of EXI, section 7.1.6. */
  private long unsigned() throws IOException {
    long value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += VALUE_BITS) {
      int octet = bits.decode();
      value |= (long) (octet & (MORE - 1)) << shift;
      if (octet < MORE) {
        return value;
      }
    }
    throw new IOException("a number has more than 63 bits");
  }
}
